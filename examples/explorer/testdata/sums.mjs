// Sums up the Parquet files of an export with hyparquet, a reader that is not ours.
//
//	npm install --prefix /tmp/reader hyparquet hyparquet-compressors
//	node sums.mjs /tmp/reader parquet/positions
import { readdirSync } from 'node:fs'
import { join } from 'node:path'

const [reader, folder] = process.argv.slice(2)
const module = name => import(join(reader, 'node_modules', name))
const { asyncBufferFromFile, parquetReadObjects } = await module('hyparquet/src/node.js')
const { compressors } = await module('hyparquet-compressors/src/index.js')

const names = ['white', 'draws', 'black', 'unknown', 'ratingsum', 'rated']
const sums = Object.fromEntries(names.map(name => [name, 0n]))
let rows = 0, ends = 0, firstyear = Infinity, lastyear = 0
const positions = new Set()
for (const dir of readdirSync(folder)) {
  for (const name of readdirSync(join(folder, dir))) {
    const file = await asyncBufferFromFile(join(folder, dir, name))
    for (const row of await parquetReadObjects({ file, compressors, utf8: false })) {
      rows++
      if (row.uci == null) ends++
      if (dir !== `keysize=${row.key.length}`) throw new Error(`${row.epd} is in ${dir}`)
      positions.add(row.epd)
      for (const name of names) sums[name] += row[name]
      if (row.firstyear != null) firstyear = Math.min(firstyear, row.firstyear)
      lastyear = Math.max(lastyear, row.lastyear ?? 0)
    }
  }
}
const numbers = Object.fromEntries(names.map(name => [name, Number(sums[name])]))
console.log(JSON.stringify({ positions: positions.size, rows, ends, ...numbers, firstyear, lastyear }))

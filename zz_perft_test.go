package chess
import ("testing";"os";"strings";"strconv";"bufio";"time")
func TestZZPerft(t *testing.T) {
	for _, f := range []struct{file string; v Variant}{{"3check",ThreeCheck},{"racingkings",RacingKings},{"antichess",Antichess},{"atomic",Atomic},{"horde",Horde},{"crazyhouse",Crazyhouse}} {
		if only := os.Getenv("ZZV"); only != "" && only != f.file { continue }
		fh, err := os.Open("/tmp/w/shak/shakmaty/tests/"+f.file+".perft")
		if err != nil { t.Fatal(err) }
		limit := uint64(200000)
		if s := os.Getenv("ZZL"); s != "" { n,_ := strconv.ParseUint(s,10,64); limit = n }
		sc := bufio.NewScanner(fh)
		var p Position; var id string; n, bad := 0, 0
		sum := uint64(0); start := time.Now()
		for sc.Scan() {
			w := strings.Fields(sc.Text())
			if len(w)==0 {continue}
			switch w[0] {
			case "id": id = strings.Join(w[1:]," ")
			case "epd":
				var err error
				p, err = f.v.ParseFEN(strings.Join(w[1:]," "))
				if err != nil { t.Errorf("%s %s: %v", f.file, id, err); bad++ }
			case "perft":
				d,_ := strconv.Atoi(w[1]); want,_ := strconv.ParseUint(w[2],10,64)
				if want > limit {continue}
				n++
				if got := Perft(p,d); got != want { bad++; t.Errorf("%s %s depth %d: %d, want %d: %v", f.file,id,d,got,want,p) }
				sum += want
			}
		}
		t.Log(f.file, n, "counts", bad, "wrong", float64(sum)/time.Since(start).Seconds()/1e6, "M/s")
		fh.Close()
	}
}

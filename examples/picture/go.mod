module github.com/seed-0971039b/chess/examples/picture

go 1.26.0

require (
	codeberg.org/go-fonts/liberation v0.6.0
	git.sr.ht/~sbinet/gg v0.8.0
	github.com/google/go-cmp v0.7.0
	github.com/seed-0971039b/chess v0.1.0
	golang.org/x/image v0.48.0
)

require (
	github.com/golang/freetype v0.0.0-20170609003504-e2365dfdc4a0 // indirect
	golang.org/x/sys v0.50.0 // indirect
	golang.org/x/text v0.44.0 // indirect
)

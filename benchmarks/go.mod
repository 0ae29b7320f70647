module github.com/seed-0971039b/chess/benchmarks

go 1.26.0

require (
	github.com/corentings/chess/v2 v2.3.2
	github.com/seed-0971039b/chess v0.0.0
)

require golang.org/x/exp v0.0.0-20261113113407-e3970619a1a4 // indirect

replace github.com/seed-0971039b/chess => ..

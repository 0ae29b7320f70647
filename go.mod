module github.com/seed-0971039b/chess

go 1.26

require github.com/google/go-cmp v0.7.0

module github.com/seed-0971039b/chess/examples/web/browsertest

go 1.26

require (
	github.com/chromedp/cdproto v0.160.2
	github.com/chromedp/chromedp v0.23.1
)

require github.com/go-json-experiment/json v1.27.2 // indirect

module sidekicks

go 1.26.0

require (
	github.com/go-json-experiment/json v1.27.2
	github.com/tailscale/hujson v0.0.0-20260727124030-b80ff77dac4f
)

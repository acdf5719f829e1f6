module sidekicks

go 1.26.0

require (
	gioui.org v0.10.3
	gioui.org/x v0.10.2
	github.com/alecthomas/chroma/v2 v2.27.0
	github.com/aymanbagabas/go-udiff v0.4.2
	github.com/fsnotify/fsnotify v1.10.1
	github.com/go-json-experiment/json v1.27.2
	github.com/go-text/typesetting v0.3.5
	github.com/godbus/dbus/v5 v5.2.2
	github.com/santhosh-tekuri/jsonschema/v6 v6.0.3
	github.com/sqweek/dialog v0.0.0-20260123140253-64c163d53aac
	github.com/tailscale/hujson v0.0.0-20260727124030-b80ff77dac4f
	github.com/tc-hib/winres v0.2.1
	github.com/yuin/goldmark v1.8.7
	golang.org/x/image v0.26.0
	golang.org/x/sys v0.50.0
	golang.org/x/term v0.48.0
	golang.org/x/text v0.44.0
	mvdan.cc/sh/v3 v3.14.1
)

require (
	gioui.org/shader v1.0.9 // indirect
	git.sr.ht/~jackmordaunt/go-toast v1.0.0 // indirect
	git.wow.st/gmp/jni v0.0.0-20210610011705-34026c7e22d0 // indirect
	github.com/BurntSushi/toml v1.4.1-0.20240526193622-a339e1f7089c // indirect
	github.com/TheTitanrain/w32 v0.0.0-20180517000239-4f5cfb03fabf // indirect
	github.com/dlclark/regexp2/v2 v2.2.1 // indirect
	github.com/esiqveland/notify v0.11.0 // indirect
	github.com/go-ole/go-ole v1.2.6 // indirect
	github.com/nfnt/resize v0.0.0-20180221191011-83c6a9932646 // indirect
	golang.org/x/exp/shiny v0.0.0-20250408133849-7e4ce0ab07d0 // indirect
	golang.org/x/exp/typeparams v0.0.0-20231108232855-2478ac86f678 // indirect
	golang.org/x/mod v0.42.0 // indirect
	golang.org/x/net v0.61.0 // indirect
	golang.org/x/sync v0.25.0 // indirect
	golang.org/x/tools v0.52.0 // indirect
	honnef.co/go/tools v0.8.2 // indirect
)

tool honnef.co/go/tools/cmd/staticcheck

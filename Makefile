# Sidekicks. Each target installs what it needs and this machine lacks; only
# Go, git and make must be there. "make help" lists them.

SHELL := bash
.SHELLFLAGS := -eu -o pipefail -c
.DEFAULT_GOAL := help
MAKEFLAGS += --no-print-directory

GO ?= go
VERSION := $(shell git describe --tags --always --dirty 2>/dev/null || echo unknown)
LDFLAGS := -s -w -X main.version=$(VERSION) -X gioui.org/app.ID=sidekicks
# What builds without cgo, and so is tested on a bare machine: all but the
# window and main, which links it.
HEADLESS = $$($(GO) list -e ./... | grep -vE '^sidekicks$$|^sidekicks/app/desktop')

# The tags of the tests that have a target of their own; lint reads them too.
TESTTAGS := window,agents,soak,shots,dist

##@ Use

.PHONY: run
run: build ## open the program on its guide (ARGS="--lang fr" adds flags)
	exec bin/sidekicks --demo $(ARGS)

.PHONY: build
build: deps-build ## make bin/sidekicks and its dialogs (TAGS=nogtk leaves GTK out)
	$(GO) build -tags '$(TAGS)' -ldflags '$(LDFLAGS)' -o bin/ . ./app/desktop/sidekicks-dialog/...

##@ Check

.PHONY: test
test: unit race walk window cross lint ## all that CI checks

.PHONY: unit
unit: deps-tests ## tests without a window, without cgo
	CGO_ENABLED=0 $(GO) test $(HEADLESS)

.PHONY: race
race: deps-build deps-tests ## the tests, looking for data races
	$(GO) test -race ./...

.PHONY: walk
walk: ## a minute of random commands to agents that do anything
	CGO_ENABLED=0 $(GO) test -run '^$$' -fuzz '^FuzzWalk$$' -fuzztime 60s ./engine

.PHONY: window
window: build deps-window ## the program in a real window, in an X server of its own
	$(GO) test -tags window -count=1 ./app/desktop/...

.PHONY: cross
cross: deps-build ## build for Windows and without GTK, vet for macOS what needs no cgo
	$(GO) build -tags nogtk -o /dev/null .
	CGO_ENABLED=0 GOOS=windows GOARCH=amd64 $(GO) build -o /dev/null .
	CGO_ENABLED=0 GOOS=windows GOARCH=arm64 $(GO) build -o /dev/null .
	CGO_ENABLED=0 GOOS=darwin GOARCH=arm64 $(GO) vet $(HEADLESS)

.PHONY: wine
wine: deps-wine ## the engine's tests and the guide as programs for Windows, in Wine
	.ci/windows/test

.PHONY: lint
lint: deps-build ## formatting, vet, staticcheck, import table, lengths
	@bad=$$(gofmt -s -l $$(git ls-files '*.go')); [ -z "$$bad" ] || { echo "gofmt -s -w $$bad"; exit 1; }
	$(GO) vet -tags $(TESTTAGS) ./...
	$(GO) vet -tags nogtk ./app/desktop
	$(GO) tool staticcheck -tags $(TESTTAGS) ./...
	$(GO) test -run TestImports ./app
	$(GO) run .ci/lengths.go

.PHONY: golden
golden: deps-build ## write the results that tests expect anew, to be read before they are kept
	$(GO) test $$(git grep -lE 'flag.Bool\("update"|(widgettest|picture)\.Golden\(' -- '*_test.go' | xargs -n1 dirname | sort -u | sed 's,^,./,') -update

##@ Measure

.PHONY: bench
bench: build deps-window ## the budgets, one line each at the end
	$(GO) run .ci/bench.go

.PHONY: fuzz
fuzz: ## each fuzz target for FUZZTIME (10s)
	.ci/fuzz $(or $(FUZZTIME),10s)

.PHONY: soak
soak: deps-build ## the long ones: 16,000 turns, 100 kills of the program, 1,000 of saves
	$(GO) test -race -tags soak -count=1 -timeout 60m -v -run 'TestSoak|TestKilledAtRandomMoments' ./engine ./engine/agent
	$(GO) test -count=1 -timeout 10m -v -run TestKilledWriters ./engine/internal/atomicfile -args -kills 1000

.PHONY: test-agents
test-agents: build deps-window ## real agents, brought from npm into a cache outside the tree
	@.ci/deps agents
	$(GO) test -tags 'agents window' -count=1 -timeout 30m -run RealAgents -v ./app/cli ./app/desktop/windowtest

.PHONY: shots
shots: deps-build ## a picture of every page and state, and of well-known READMEs, in shots/
	$(GO) test -tags shots -count=1 -run TestShots ./app -args -shots "$(CURDIR)/shots"

##@ Give away

.PHONY: dist
dist: deps-build ## what people install, in dist/: for Linux and Windows, on a Mac for macOS
	$(GO) run ./app/desktop/dist -version '$(VERSION)' -ldflags '$(LDFLAGS)' -out dist
	$(GO) test -tags dist -count=1 ./app/desktop/dist -args -dist '$(CURDIR)/dist' -version '$(VERSION)' -ldflags '$(LDFLAGS)'
	cat dist/SHA256SUMS

##@ Prepare

.PHONY: deps
deps: deps-build deps-tests deps-window ## install everything any target needs

.PHONY: deps-build deps-tests deps-window deps-wine
deps-build: ; @.ci/deps build
deps-tests: ; @.ci/deps tests
deps-window: ; @.ci/deps window
deps-wine: ; @.ci/deps wine

.PHONY: clean
clean: ## remove what was made
	rm -rf bin dist shots

.PHONY: help
help: ## this list
	@awk 'BEGIN {FS = ":.*## "} /^##@/ {printf "\n%s\n", substr($$0, 5)} /^[a-z-]+:.*## / {printf "  make %-12s %s\n", $$1, $$2}' $(firstword $(MAKEFILE_LIST))

//go:build ignore

// Bench runs the benchmarks that measure the budgets and ends with one line a
// budget: name, measured, budget, met or missed. It fails when a budget is
// missed or was not measured. BENCHTIME=1s makes each one longer.
//
//	go run .ci/bench.go [-no-window]
package main

import (
	"bufio"
	"cmp"
	"fmt"
	"io"
	"os"
	"os/exec"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"text/tabwriter"
)

// A budget compares a measured value, or its ratio to another one, with a
// limit. A measure is "package Benchmark/case unit"; the last letters of the
// package are enough.
type budget struct {
	name    string
	measure string
	per     string // the measure to divide by, "" for none
	unit    string // how the result is told
	scale   float64
	limit   float64
	least   bool // the limit is the least that will do
}

var budgets = []budget{
	{name: "wire to snapshot, lines a second", measure: "engine BenchmarkWireToSnapshot lines/s", unit: "/s", limit: 200_000, least: true},
	{name: "wire to snapshot, of reading and decoding alone", measure: "engine BenchmarkWireToSnapshot lines/s", per: "engine BenchmarkDecodeAlone lines/s", unit: "×", limit: 0.5, least: true},
	{name: "frame at rest, 10,000 messages, p99", measure: "app BenchmarkFrame/rest/messages=10000 p99-µs", unit: "ms", scale: 1e-3, limit: 2},
	{name: "frame while streaming, 10,000 messages, p99", measure: "app BenchmarkFrame/streaming/messages=10000 p99-µs", unit: "ms", scale: 1e-3, limit: 2},
	{name: "frame at rest, 10,000 messages to 10", measure: "app BenchmarkFrame/rest/messages=10000 p50-µs", per: "app BenchmarkFrame/rest/messages=10 p50-µs", unit: "×", limit: 1.2},
	{name: "frame while streaming, 10,000 messages to 10", measure: "app BenchmarkFrame/streaming/messages=10000 p50-µs", per: "app BenchmarkFrame/streaming/messages=10 p50-µs", unit: "×", limit: 1.2},
	{name: "frame while streaming, answer of 1 MB to a short one", measure: "app BenchmarkFrame/streaming/answer=1MB p50-µs", per: "app BenchmarkFrame/streaming/messages=10 p50-µs", unit: "×", limit: 1.5},
	{name: "engine at rest, allocated", measure: "engine BenchmarkSnapshotAtRest B/op", unit: "B", limit: 0},
	{name: "check of 20,000 lines of configuration", measure: "config BenchmarkCheck/lines=20000 ns/op", unit: "ms", scale: 1e-6, limit: 100},
	{name: "a key in the settings, 900 lines", measure: "codeedit BenchmarkKeystroke/lines=900 ns/op", unit: "ms", scale: 1e-6, limit: 8},
	{name: "a key in the settings, 20,000 lines", measure: "codeedit BenchmarkKeystroke/lines=20000 ns/op", unit: "ms", scale: 1e-6, limit: 100},
	{name: "a key in the settings, one line of 1 MB", measure: "codeedit BenchmarkKeystrokeInALongLine ns/op", unit: "ms", scale: 1e-6, limit: 100},
	{name: "classify a command of 1 KB", measure: "permission BenchmarkClassify ns/op", unit: "ms", scale: 1e-6, limit: 1},
	{name: "start to first frame, to a bare window", measure: "windowtest BenchmarkStart start/bare", unit: "×", limit: 1.5},
	{name: "60 KB streamed in a window, processor", measure: "windowtest BenchmarkStream/messages=0 cpu-s", unit: "s", limit: 8},
	{name: "the same under 1,000 messages", measure: "windowtest BenchmarkStream/messages=1000 cpu-s", unit: "s", limit: 8},
	{name: "its update, snapshot and layout", measure: "windowtest BenchmarkStream/messages=0 page-s", unit: "s", limit: 1},
	{name: "memory above a bare window", measure: "windowtest BenchmarkStream/messages=0 MB-above-bare", unit: "MB", limit: 50},
	{name: "the same under 1,000 messages", measure: "windowtest BenchmarkStream/messages=1000 MB-above-bare", unit: "MB", limit: 50},
	{name: "window at rest, processor in 10 s", measure: "windowtest BenchmarkStream/messages=0 rest-cpu-ms", unit: "ms", limit: 0},
}

func main() {
	benchtime := cmp.Or(os.Getenv("BENCHTIME"), "1s")
	results := map[string]float64{}
	// One package after the other: they must not take each other's time.
	run(results, "go", "test", "-run", "^$", "-bench", ".", "-benchtime", benchtime, "-benchmem", "-p", "1", "-timeout", "30m",
		"./engine", "./engine/config", "./engine/permission", "./app", "./widgets/codeedit")
	if !slices.Contains(os.Args[1:], "-no-window") {
		run(results, "go", "test", "-tags", "window", "-run", "^$", "-bench", ".", "-benchtime", "1x", "-timeout", "30m", "./app/desktop/windowtest")
	}
	fmt.Printf("\nbudgets on this machine: %s\n", machine())
	if !judge(results) {
		os.Exit(1)
	}
}

var (
	pkgLine   = regexp.MustCompile(`^pkg: (\S+)`)
	benchLine = regexp.MustCompile(`^(Benchmark\S+?)(?:-\d+)?\s+\d+\s+(.*)$`)
)

// run runs benchmarks, shows what they say and adds it to results.
func run(results map[string]float64, name string, args ...string) {
	cmd := exec.Command(name, args...)
	cmd.Stderr = os.Stderr
	out, err := cmd.StdoutPipe()
	if err == nil {
		err = cmd.Start()
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "bench:", err)
		os.Exit(1)
	}
	read(results, io.TeeReader(out, os.Stdout))
	if err := cmd.Wait(); err != nil {
		fmt.Fprintln(os.Stderr, "bench:", err)
		os.Exit(1)
	}
}

func read(results map[string]float64, out io.Reader) {
	pkg := ""
	for lines := bufio.NewScanner(out); lines.Scan(); {
		if m := pkgLine.FindStringSubmatch(lines.Text()); m != nil {
			pkg = m[1]
		}
		m := benchLine.FindStringSubmatch(lines.Text())
		if m == nil {
			continue
		}
		fields := strings.Fields(m[2]) // value, unit, value, unit…
		for i := 0; i+1 < len(fields); i += 2 {
			if v, err := strconv.ParseFloat(fields[i], 64); err == nil {
				results[pkg+" "+m[1]+" "+fields[i+1]] = v
			}
		}
	}
}

// judge prints a line for each budget and reports whether all are met.
func judge(results map[string]float64) bool {
	table := tabwriter.NewWriter(os.Stdout, 0, 0, 2, ' ', 0)
	defer table.Flush()
	ok := true
	for _, b := range budgets {
		word, verdict := "at most", "met"
		if b.least {
			word = "at least"
		}
		v, measured := b.value(results)
		shown := strconv.FormatFloat(v, 'f', digits(v), 64) + " " + b.unit
		switch {
		case !measured:
			shown, verdict, ok = "-", "not measured", false
		case b.least && v < b.limit, !b.least && v > b.limit:
			verdict, ok = "missed", false
		}
		fmt.Fprintf(table, "%s\t%s\t%s %v %s\t%s\n", b.name, shown, word, b.limit, b.unit, verdict)
	}
	return ok
}

func digits(v float64) int {
	if v >= 100 {
		return 0
	}
	return 2
}

func (b budget) value(results map[string]float64) (float64, bool) {
	v, ok := find(results, b.measure)
	if b.per != "" {
		per, found := find(results, b.per)
		v, ok = v/per, ok && found
	}
	return v * cmp.Or(b.scale, 1), ok
}

func find(results map[string]float64, measure string) (float64, bool) {
	for key, v := range results {
		if strings.HasSuffix("/"+key, "/"+measure) {
			return v, true
		}
	}
	return 0, false
}

// machine describes what was measured on.
func machine() string {
	cpu := "unknown processor"
	if text, err := os.ReadFile("/proc/cpuinfo"); err == nil {
		if m := regexp.MustCompile(`model name\s*:\s*(.*)`).FindSubmatch(text); m != nil {
			cpu = string(m[1])
		}
	}
	out, _ := exec.Command("go", "env", "GOVERSION", "GOOS", "GOARCH", "GOMAXPROCS").Output()
	processors, _ := exec.Command("getconf", "_NPROCESSORS_ONLN").Output()
	return fmt.Sprintf("%s, %s processors, %s", cpu, strings.TrimSpace(string(processors)), strings.Join(strings.Fields(string(out)), " "))
}

package desktop

import (
	"os"
	"path/filepath"
	"runtime/pprof"
	"testing"
)

func TestTheDriverIsLoadedThatGioWillAskFor(t *testing.T) {
	const wayland, x11 = 0x31D8, 0x31D5 // as EGL/eglext.h numbers platforms
	bare, full := t.TempDir(), t.TempDir()
	driver := filepath.Join(full, "vulkan", "icd.d", "lvp_icd.x86_64.json")
	if err := os.MkdirAll(filepath.Dir(driver), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(driver, []byte("{}"), 0o600); err != nil {
		t.Fatal(err)
	}
	for name, test := range map[string]struct {
		env  map[string]string
		want int
	}{
		"no display":             {nil, 0},
		"X11":                    {map[string]string{"DISPLAY": ":0", "XDG_DATA_DIRS": bare}, x11},
		"X11 with Vulkan":        {map[string]string{"DISPLAY": ":0", "XDG_DATA_DIRS": bare + ":" + full}, 0},
		"X11 with Vulkan, named": {map[string]string{"DISPLAY": ":0", "XDG_DATA_DIRS": bare, "VK_DRIVER_FILES": driver}, 0},
		"Wayland":                {map[string]string{"WAYLAND_DISPLAY": "wayland-0", "DISPLAY": ":0", "XDG_DATA_DIRS": full}, wayland},
	} {
		t.Run(name, func(t *testing.T) {
			if got := int(platform(func(name string) string { return test.env[name] })); got != test.want {
				t.Errorf("platform %#x, want %#x", got, test.want)
			}
		})
	}
}

// TestPreloadHoldsNothingUp: neither where there is no display, nor when what is
// loaded is released before it is there.
func TestPreloadHoldsNothingUp(t *testing.T) {
	Preload(func(string) string { return "" })()
	Preload(func(name string) string {
		return map[string]string{"DISPLAY": ":none", "XDG_DATA_DIRS": t.TempDir()}[name]
	})()
}

func TestThreadsAreThereBeforeTheyAreNeeded(t *testing.T) {
	made := pprof.Lookup("threadcreate")
	n := made.Count() + 2 // more than the tests before it needed
	haveThreads(n)
	if got := made.Count(); got < n {
		t.Errorf("%d threads for %d", got, n)
	}
}

package desktop

/*
#cgo pkg-config: egl
#include <EGL/egl.h>
#include <EGL/eglext.h>

// load_driver loads what draws on a platform's own display, EGL_NO_DISPLAY when
// that fails. It has a connection of its own.
static EGLDisplay load_driver(EGLenum platform) {
	EGLDisplay display = eglGetPlatformDisplay(platform, EGL_DEFAULT_DISPLAY, NULL);
	if (display != EGL_NO_DISPLAY && !eglInitialize(display, NULL, NULL)) {
		return EGL_NO_DISPLAY;
	}
	return display;
}

static void release_driver(EGLDisplay display) {
	if (display != EGL_NO_DISPLAY) {
		eglTerminate(display);
	}
}
*/
import "C"

import (
	"cmp"
	"path/filepath"
	"runtime"
	"sync"
)

// Preload begins to load what will draw the window, which takes longer than all
// else at a start: Gio asks for it with the first frame, when the page is laid
// out already. What is loaded stays when release is called, which may be once
// the window is drawn, by any goroutine, and does not wait. getenv is
// os.Getenv.
func Preload(getenv func(string) string) (release func()) {
	platform := platform(getenv)
	if platform == 0 {
		return func() {}
	}
	haveThreads(startThreads)
	loaded := make(chan C.EGLDisplay, 1)
	go func() { loaded <- C.load_driver(platform) }()
	return func() { go func() { C.release_driver(<-loaded) }() }
}

// startThreads is how many threads a start works on while it waits for the driver:
// the page's, the window's, and two that wait for the system.
const startThreads = 4

// haveThreads makes n threads, which goroutines then run on. While glibc loads a
// library, it lets no thread be made: what needs one would wait for the driver.
//
// Source: glibc's elf/dl-open.c, dl_load_tls_lock
func haveThreads(n int) {
	var all sync.WaitGroup
	all.Add(n)
	for range n {
		go func() {
			runtime.LockOSThread() // so that each has a thread of its own
			defer runtime.UnlockOSThread()
			all.Done()
			all.Wait()
		}()
	}
	all.Wait()
}

// platform is the one on which Gio will draw with EGL, 0 when there is none: on
// X11 it prefers Vulkan.
func platform(getenv func(string) string) C.EGLenum {
	switch {
	case getenv("WAYLAND_DISPLAY") != "":
		return C.EGL_PLATFORM_WAYLAND_KHR
	case getenv("DISPLAY") != "" && !vulkan(getenv):
		return C.EGL_PLATFORM_X11_KHR
	}
	return 0
}

// vulkan reports whether a driver for Vulkan is installed, by the places in
// which its loader looks.
//
// Source: https://github.com/KhronosGroup/Vulkan-Loader, LoaderDriverInterface.md
func vulkan(getenv func(string) string) bool {
	if getenv("VK_DRIVER_FILES")+getenv("VK_ICD_FILENAMES") != "" {
		return true
	}
	folders := filepath.SplitList(cmp.Or(getenv("XDG_DATA_DIRS"), "/usr/local/share:/usr/share"))
	for _, folder := range append(folders, "/etc") {
		if found, _ := filepath.Glob(filepath.Join(folder, "vulkan/icd.d/*.json")); len(found) > 0 {
			return true
		}
	}
	return false
}

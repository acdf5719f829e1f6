package desktop

import (
	"unsafe"

	"golang.org/x/sys/windows"
)

// getClientAreaAnimation is SPI_GETCLIENTAREAANIMATION.
const getClientAreaAnimation = 0x1042

// reducedMotion reports whether the person turned animations off. (Gio's
// pref/theme gives the system one byte for an answer of four.)
//
// Source: https://learn.microsoft.com/windows/win32/api/winuser/nf-winuser-systemparametersinfow
func reducedMotion() bool {
	animated := int32(1)
	call := windows.NewLazySystemDLL("user32.dll").NewProc("SystemParametersInfoW")
	ok, _, _ := call.Call(getClientAreaAnimation, 0, uintptr(unsafe.Pointer(&animated)), 0)
	return ok != 0 && animated == 0
}

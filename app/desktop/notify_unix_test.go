//go:build window && linux

package desktop

import (
	"bufio"
	"errors"
	"os/exec"
	"slices"
	"strings"
	"sync"
	"syscall"
	"testing"

	"github.com/godbus/dbus/v5"
)

// A daemon shows notifications to nobody. Its exported methods are those of the
// bus.
type daemon struct {
	bus *dbus.Conn

	mu     sync.Mutex
	shown  []string // title and text, by id from 1
	closed []uint32
}

func (d *daemon) GetCapabilities() ([]string, *dbus.Error) { return []string{"body-markup"}, nil }

func (d *daemon) Notify(_ string, replaces uint32, _, title, text string, _ []string, _ map[string]dbus.Variant, _ int32) (uint32, *dbus.Error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if replaces > 0 {
		d.shown[replaces-1] = title + ": " + text
		return replaces, nil
	}
	d.shown = append(d.shown, title+": "+text)
	return uint32(len(d.shown)), nil
}

func (d *daemon) CloseNotification(id uint32) *dbus.Error {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.closed = append(d.closed, id)
	return nil
}

// told is what is shown, and what was closed.
func (d *daemon) told() (shown string, closed []uint32) {
	d.mu.Lock()
	defer d.mu.Unlock()
	return strings.Join(d.shown, " | "), slices.Clone(d.closed)
}

// sessionBus gives the test a message bus of its own.
func sessionBus(t *testing.T) {
	t.Helper()
	cmd := exec.Command("dbus-daemon", "--session", "--nofork", "--print-address=1")
	cmd.SysProcAttr = &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL}
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = cmd.Process.Kill(); _ = cmd.Wait() })
	address, err := bufio.NewReader(out).ReadString('\n')
	if err != nil {
		t.Fatal(err)
	}
	t.Setenv("DBUS_SESSION_BUS_ADDRESS", strings.TrimSpace(address))
}

func serveNotifications(t *testing.T) *daemon {
	t.Helper()
	bus, err := dbus.ConnectSessionBus()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { bus.Close() })
	d := &daemon{bus: bus}
	if err := bus.Export(d, notificationsPath, notifications); err != nil {
		t.Fatal(err)
	}
	if _, err := bus.RequestName(notifications, dbus.NameFlagDoNotQueue); err != nil {
		t.Fatal(err)
	}
	return d
}

func TestNotifier(t *testing.T) {
	sessionBus(t)
	n := new(Notifier)
	if err := n.Notify("Riker", "a", "b", func() {}); err == nil {
		t.Error("no error where nothing shows notifications")
	}
	d := serveNotifications(t)
	clicked := make(chan string, 1)
	notify := func(tag, title string) {
		t.Helper()
		if err := n.Notify(tag, title, "x < y", func() { clicked <- title }); err != nil {
			t.Fatal(err)
		}
	}
	notify("Riker", "Riker waits")
	notify("Troi", "Troi waits")
	notify("Riker", "Riker has finished")
	if got, _ := d.told(); got != "Riker has finished: x &lt; y | Troi waits: x &lt; y" {
		t.Errorf("shown: %s", got)
	}
	if err := d.bus.Emit(notificationsPath, notifications+".ActionInvoked", uint32(1), defaultAction); err != nil {
		t.Fatal(err)
	}
	if got := <-clicked; got != "Riker has finished" {
		t.Errorf("clicked %q", got)
	}
	if err := n.Withdraw(); err != nil {
		t.Fatal(err)
	}
	if _, closed := d.told(); !slices.Equal(closed, []uint32{2}) {
		t.Errorf("closed %v, want what was not clicked", closed)
	}
}

func TestNotifierWithoutABus(t *testing.T) {
	t.Setenv("DBUS_SESSION_BUS_ADDRESS", "")
	t.Setenv("XDG_RUNTIME_DIR", t.TempDir())
	n := new(Notifier)
	if err := n.Notify("Riker", "a", "b", func() {}); !errors.Is(err, errNoBus) {
		t.Errorf("error %v", err)
	}
	if err := n.Withdraw(); err != nil {
		t.Error(err)
	}
}

//go:build window && linux

package windowtest

import (
	"bufio"
	"os/exec"
	"path/filepath"
	"testing"
	"time"

	"github.com/godbus/dbus/v5"
)

const (
	notifications     = "org.freedesktop.Notifications"
	notificationsPath = "/org/freedesktop/Notifications"
)

// A daemon takes the notifications of a session. Its exported methods are those
// of the bus.
type daemon struct{ titles chan string }

func (d daemon) GetCapabilities() ([]string, *dbus.Error) { return []string{"actions"}, nil }
func (d daemon) CloseNotification(id uint32) *dbus.Error  { return nil }
func (d daemon) Notify(_ string, _ uint32, _, title, _ string, _ []string, _ map[string]dbus.Variant, _ int32) (uint32, *dbus.Error) {
	d.titles <- title
	return 7, nil
}

// newSession starts a message bus in a home folder, as the system does in the
// one of its session, with a daemon for notifications on it.
func newSession(t *testing.T, home string) (*dbus.Conn, daemon) {
	t.Helper()
	address := "unix:path=" + filepath.Join(home, "bus")
	cmd := exec.Command("dbus-daemon", "--session", "--nofork", "--print-address=1", "--address="+address)
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	serve(t, cmd)
	if _, err := bufio.NewReader(out).ReadString('\n'); err != nil {
		t.Fatal(err)
	}
	bus, err := dbus.Connect(address)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { bus.Close() })
	d := daemon{make(chan string, 8)}
	if err := bus.Export(d, notificationsPath, notifications); err != nil {
		t.Fatal(err)
	}
	if _, err := bus.RequestName(notifications, dbus.NameFlagDoNotQueue); err != nil {
		t.Fatal(err)
	}
	return bus, d
}

// TestCallsAPersonWhoIsElsewhere to an agent that has finished; a click brings
// the window back.
func TestCallsAPersonWhoIsElsewhere(t *testing.T) {
	d := newDisplay(t)
	home := t.TempDir()
	bus, session := newSession(t, home)
	p := d.startIn(t, home, binary(t), "--demo", "--lang", "fr")
	p.waitWindow("Sidekicks")
	p.send("slow 3")
	d.run(t, "xdotool", "windowminimize", "--sync", p.window)
	select {
	case title := <-session.titles:
		if title != "Guide a terminé" {
			t.Errorf("told %q", title)
		}
	case <-time.After(patience):
		t.Fatal("nothing is told")
	}
	if err := bus.Emit(notificationsPath, notifications+".ActionInvoked", uint32(7), "default"); err != nil {
		t.Fatal(err)
	}
	eventually(t, "the window in front", func() bool { return d.active() == p.window })
}

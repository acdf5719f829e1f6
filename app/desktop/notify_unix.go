//go:build unix && !darwin

package desktop

import (
	"errors"
	"html"
	"slices"
	"sync"

	"github.com/godbus/dbus/v5"
)

const (
	notifications     = "org.freedesktop.Notifications"
	notificationsPath = "/org/freedesktop/Notifications"
	defaultAction     = "default" // what a click on the notification itself means
)

// A Notifier shows notifications of the system. The zero value is ready, and
// connects to the system when the first one is sent; that connection ends with
// the process. Where nothing shows notifications its methods return an error.
//
// Source: https://specifications.freedesktop.org/notification-spec/latest/
type Notifier struct {
	mu     sync.Mutex
	bus    *dbus.Conn
	markup bool // texts are HTML to who shows them
	shown  map[string]notification
}

// A notification is one that may still be shown.
type notification struct {
	id      uint32
	clicked func()
}

// Notify shows a notification in the place of the one before with this tag, and
// has clicked called, on a goroutine of its own, when the person clicks it. It
// may wait for the system.
func (n *Notifier) Notify(tag, title, text string, clicked func()) error {
	n.mu.Lock()
	defer n.mu.Unlock()
	if err := n.connectLocked(); err != nil {
		return err
	}
	if n.markup {
		text = html.EscapeString(text)
	}
	hints := map[string]dbus.Variant{"desktop-entry": dbus.MakeVariant("sidekicks")}
	var id uint32
	err := n.bus.Object(notifications, notificationsPath).Call(notifications+".Notify", 0,
		"Sidekicks", n.shown[tag].id, "", title, text, []string{defaultAction, title}, hints, int32(-1)).Store(&id)
	if err != nil {
		n.closeLocked() // the bus may be another one next time
		return err
	}
	n.shown[tag] = notification{id, clicked}
	return nil
}

// Withdraw takes back what is still shown.
func (n *Notifier) Withdraw() error {
	n.mu.Lock()
	defer n.mu.Unlock()
	if n.bus == nil {
		return nil
	}
	var errs []error
	for _, s := range n.shown {
		errs = append(errs, n.bus.Object(notifications, notificationsPath).Call(notifications+".CloseNotification", 0, s.id).Err)
	}
	clear(n.shown)
	return errors.Join(errs...)
}

func (n *Notifier) connectLocked() error {
	if n.bus != nil && n.bus.Connected() {
		return nil
	}
	bus, err := connectBus()
	if err != nil {
		return err
	}
	if err := bus.AddMatchSignal(dbus.WithMatchObjectPath(notificationsPath), dbus.WithMatchInterface(notifications)); err != nil {
		bus.Close()
		return err
	}
	var can []string
	_ = bus.Object(notifications, notificationsPath).Call(notifications+".GetCapabilities", 0).Store(&can) // Notify tells what is wrong
	n.bus, n.markup, n.shown = bus, slices.Contains(can, "body-markup"), map[string]notification{}
	signals := make(chan *dbus.Signal, 8)
	bus.Signal(signals)
	go n.listen(signals)
	return nil
}

func (n *Notifier) closeLocked() {
	n.bus.Close()
	n.bus, n.shown = nil, nil
}

// listen takes what the system tells of notifications until the connection ends,
// which closes signals.
func (n *Notifier) listen(signals <-chan *dbus.Signal) {
	for s := range signals {
		if len(s.Body) < 2 {
			continue
		}
		id, _ := s.Body[0].(uint32)
		switch s.Name {
		case notifications + ".ActionInvoked":
			if clicked := n.take(id); clicked != nil && s.Body[1] == defaultAction {
				clicked()
			}
		case notifications + ".NotificationClosed":
			n.take(id)
		}
	}
}

// take forgets a notification, and gives what its click does; nil when it is
// not one of these.
func (n *Notifier) take(id uint32) func() {
	n.mu.Lock()
	defer n.mu.Unlock()
	for tag, s := range n.shown {
		if s.id == id {
			delete(n.shown, tag)
			return s.clicked
		}
	}
	return nil
}

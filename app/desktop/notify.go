package desktop

import (
	"sync"

	"gioui.org/x/notify"
)

// A Notifier shows notifications of the system. The zero value is ready, and
// connects to the system when the first one is sent.
type Notifier struct {
	once     sync.Once
	notifier notify.Notifier
	err      error
}

// Notify shows a notification. It may wait for the system: call it on a
// goroutine of its own. Where nothing shows notifications it returns an error,
// which is no reason to trouble the person.
func (n *Notifier) Notify(title, text string) error {
	n.once.Do(func() {
		if n.err = checkBus(); n.err == nil {
			n.notifier, n.err = notify.NewNotifier()
		}
	})
	if n.err != nil {
		return n.err
	}
	_, err := n.notifier.CreateNotification(title, text)
	return err
}

package instance

import (
	"bufio"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"time"

	"sidekicks/engine/internal/filelock"
)

// ErrSilent says that a program holds the configuration file but does not
// answer.
var ErrSilent = errors.New("the program that has this configuration open does not answer")

// An Instance is the one program that has a configuration file open.
type Instance struct {
	lock     *os.File
	listener net.Listener
	folder   string // of the socket, when it is a temporary one
	raise    func()
	serving  sync.WaitGroup
}

// What is said over the socket, a line each.
const (
	request = "raise"
	reply   = "raised"
)

// patience is how long a program that is just starting or ending is waited for,
// and one that answers: a person waits for the window meanwhile.
const (
	patience = time.Second
	pause    = 50 * time.Millisecond
)

// Open makes this program the one that has the configuration file at path open,
// with its lock in the folder state. raise is called, from any goroutine, when
// another wants it in front; it may not wait. Where another program is the one,
// it has been asked to come to the front, and the Instance is nil; one that does
// not answer is ErrSilent. It may wait for two seconds.
func Open(state, path string, raise func()) (*Instance, error) {
	return openWithin(patience, state, path, raise)
}

func openWithin(patience time.Duration, state, path string, raise func()) (*Instance, error) {
	file := filepath.Join(state, "instance-"+name(path))
	for end := time.Now().Add(patience); ; time.Sleep(pause) {
		lock, err := filelock.Try(file)
		switch {
		case err == nil:
			return serve(lock, raise)
		case !errors.Is(err, filelock.ErrLocked):
			return nil, err
		case ask(file) == nil:
			return nil, nil
		case time.Now().After(end):
			return nil, ErrSilent
		}
	}
}

// Close gives the configuration file free.
func (i *Instance) Close() {
	i.listener.Close()
	i.serving.Wait()
	if i.folder != "" {
		os.RemoveAll(i.folder)
	}
	i.lock.Truncate(0) // the file stays: another may be about to lock it
	i.lock.Close()
}

// name names a configuration file, however it is reached.
func name(path string) string {
	if abs, err := filepath.Abs(path); err == nil {
		path = abs
	}
	if real, err := filepath.EvalSymlinks(path); err == nil {
		path = real
	}
	if runtime.GOOS == "windows" || runtime.GOOS == "darwin" {
		path = strings.ToLower(path) // the same file, whatever the case
	}
	return fmt.Sprintf("%.8x", sha256.Sum256([]byte(path)))
}

// longest is how long the path of a socket may be: macOS takes 103 bytes.
const longest = 100

func serve(lock *os.File, raise func()) (*Instance, error) {
	i := &Instance{lock: lock, raise: raise}
	address := lock.Name() + ".socket"
	if len(address) > longest {
		var err error
		if i.folder, err = os.MkdirTemp("", "sidekicks-"); err != nil { // which only this person may enter
			lock.Close()
			return nil, fmt.Errorf("make a place for the socket: %w", err)
		}
		address = filepath.Join(i.folder, "socket")
	}
	os.Remove(address) // of one that was killed: the lock is ours
	var err error
	if i.listener, err = net.Listen("unix", address); err == nil {
		err = announce(lock, address)
	}
	if err != nil {
		if i.listener != nil {
			i.listener.Close()
		}
		lock.Close()
		return nil, fmt.Errorf("listen for other instances: %w", err)
	}
	i.serving.Go(i.accept)
	return i, nil
}

// announce writes the address into the lock. Its line break tells that it is
// whole.
func announce(lock *os.File, address string) error {
	if err := lock.Truncate(0); err != nil {
		return err
	}
	_, err := lock.WriteAt([]byte(address+"\n"), 0)
	return err
}

func (i *Instance) accept() {
	for {
		c, err := i.listener.Accept()
		if err != nil {
			return // it was closed
		}
		i.serving.Go(func() { i.answer(c) })
	}
}

func (i *Instance) answer(c net.Conn) {
	defer c.Close()
	c.SetDeadline(time.Now().Add(patience))
	if line, err := read(c); err != nil || line != request {
		return
	}
	i.raise()
	fmt.Fprintln(c, reply)
}

// ask asks the program whose lock this is to come to the front.
func ask(file string) error {
	text, err := os.ReadFile(file)
	if err != nil {
		return err
	}
	address, whole := strings.CutSuffix(string(text), "\n")
	if !whole {
		return io.ErrUnexpectedEOF // it is just starting, or ending
	}
	c, err := net.DialTimeout("unix", address, patience)
	if err != nil {
		return err
	}
	defer c.Close()
	c.SetDeadline(time.Now().Add(patience))
	if _, err := fmt.Fprintln(c, request); err != nil {
		return err
	}
	line, err := read(c)
	if err == nil && line != reply {
		err = fmt.Errorf("answered %q", line)
	}
	return err
}

// read reads a line of what is said, which is short.
func read(c net.Conn) (string, error) {
	line, err := bufio.NewReader(io.LimitReader(c, 64)).ReadString('\n')
	return strings.TrimSuffix(line, "\n"), err
}

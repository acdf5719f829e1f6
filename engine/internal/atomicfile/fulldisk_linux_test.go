package atomicfile

import (
	"bytes"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"syscall"
	"testing"
)

// onSmallDisk tells the test binary that it has mounts of its own, and where to
// put one.
const onSmallDisk = "ATOMICFILE_SMALL_DISK"

// TestFullFileSystem fills a small file system, which only a process of its own
// sees. Where the system gives no such process, TestFullDisk stands alone.
func TestFullFileSystem(t *testing.T) {
	if dir := os.Getenv(onSmallDisk); dir != "" {
		if err := syscall.Mount("small", dir, "tmpfs", 0, "size=256k"); err != nil {
			t.Fatal(err)
		}
		fillDisk(t, dir)
		return
	}
	cmd := exec.Command(os.Args[0], "-test.run=^TestFullFileSystem$", "-test.v")
	cmd.Env = append(os.Environ(), onSmallDisk+"="+t.TempDir())
	cmd.SysProcAttr = &syscall.SysProcAttr{
		Cloneflags:  syscall.CLONE_NEWNS | syscall.CLONE_NEWUSER,
		UidMappings: []syscall.SysProcIDMap{{HostID: os.Getuid(), Size: 1}},
		GidMappings: []syscall.SysProcIDMap{{HostID: os.Getgid(), Size: 1}},
	}
	out, err := cmd.CombinedOutput()
	if errors.Is(err, syscall.EPERM) || errors.Is(err, syscall.ENOSPC) || errors.Is(err, syscall.EINVAL) {
		t.Skipf("no file system of one's own here (%v): TestFullDisk has a writer that is full", err)
	}
	if err != nil || !bytes.Contains(out, []byte("--- PASS: TestFullFileSystem")) {
		t.Errorf("%v:\n%s", err, out)
	}
}

func fillDisk(t *testing.T, dir string) {
	path := filepath.Join(dir, "a.json")
	must(Write(path, content(0), 0o600))
	ballast := filepath.Join(dir, "ballast")
	if err := os.WriteFile(ballast, make([]byte, 1<<20), 0o600); !errors.Is(err, syscall.ENOSPC) {
		t.Fatalf("the disk is not full: %v", err)
	}
	if err := Write(path, content(1), 0o600); !errors.Is(err, syscall.ENOSPC) {
		t.Errorf("a full disk gives %v", err)
	}
	wantWhole(t, path)
	if left := leftovers(t, dir); len(left) > 0 {
		t.Errorf("left %v", left)
	}
	must(os.Remove(ballast))
	must(Write(path, content(1), 0o600))
	if got, err := os.ReadFile(path); err != nil || !bytes.Equal(got, content(1)) {
		t.Errorf("%d bytes, %v", len(got), err)
	}
}

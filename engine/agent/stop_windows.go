package agent

import (
	"errors"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"unsafe"

	"golang.org/x/sys/windows"
)

// A group is a Job Object that holds the agent and all that it starts. Closing
// its last handle ends them, also when this program is killed.
//
// Windows has no SIGTERM, so the ladder's middle step is missing: an agent is
// given the time after its standard input was closed, and then ended.
type group struct{ job windows.Handle }

// alone sets how the process is created.
//
// CREATE_NO_WINDOW gives it a console without a window, which the programs
// that it starts inherit; with DETACHED_PROCESS it would have none, and each
// of them would open a black window. CREATE_NEW_CONSOLE with a hidden window
// does as much, but costs a window, and a terminal set as the default one may
// show it. It is created suspended so that it starts nothing before it is in
// its job.
func alone(cmd *exec.Cmd) error {
	cmd.SysProcAttr = &syscall.SysProcAttr{
		CreationFlags: windows.CREATE_NO_WINDOW | windows.CREATE_SUSPENDED,
	}
	switch strings.ToLower(filepath.Ext(cmd.Path)) {
	case ".cmd", ".bat":
		return batch(cmd)
	}
	return nil
}

// batch runs a batch file by the system's own interpreter, never by whatever
// COMSPEC names.
func batch(cmd *exec.Cmd) error {
	line, err := batchLine(cmd.Path, cmd.Args[1:])
	if err != nil {
		return err
	}
	system, err := windows.GetSystemDirectory()
	if err != nil {
		return startFailed(err)
	}
	cmd.Path = filepath.Join(system, "cmd.exe")
	cmd.SysProcAttr.CmdLine = line
	return nil
}

func start(cmd *exec.Cmd, _ *Guard) (*group, error) {
	g, err := newGroup()
	if err != nil {
		return nil, err
	}
	if err := cmd.Start(); err != nil {
		g.close()
		return nil, err
	}
	if err := g.adopt(cmd.Process.Pid); err != nil {
		cmd.Process.Kill()
		cmd.Wait()
		g.close()
		return nil, err
	}
	return g, nil
}

func newGroup() (*group, error) {
	job, err := windows.CreateJobObject(nil, nil)
	if err != nil {
		return nil, err
	}
	var limits windows.JOBOBJECT_EXTENDED_LIMIT_INFORMATION
	limits.BasicLimitInformation.LimitFlags = windows.JOB_OBJECT_LIMIT_KILL_ON_JOB_CLOSE
	_, err = windows.SetInformationJobObject(job, windows.JobObjectExtendedLimitInformation,
		uintptr(unsafe.Pointer(&limits)), uint32(unsafe.Sizeof(limits)))
	if err != nil {
		windows.CloseHandle(job)
		return nil, err
	}
	return &group{job}, nil
}

// adopt puts the suspended process into the job and lets it run.
func (g *group) adopt(pid int) error {
	process, err := windows.OpenProcess(windows.PROCESS_SET_QUOTA|windows.PROCESS_TERMINATE, false, uint32(pid))
	if err != nil {
		return err
	}
	defer windows.CloseHandle(process)
	if err := windows.AssignProcessToJobObject(g.job, process); err != nil {
		return err
	}
	return resume(uint32(pid))
}

// resume resumes the process's threads: the first one, as it never ran.
func resume(pid uint32) error {
	threads, err := windows.CreateToolhelp32Snapshot(windows.TH32CS_SNAPTHREAD, 0)
	if err != nil {
		return err
	}
	defer windows.CloseHandle(threads)
	entry := windows.ThreadEntry32{Size: uint32(unsafe.Sizeof(windows.ThreadEntry32{}))}
	for err = windows.Thread32First(threads, &entry); err == nil; err = windows.Thread32Next(threads, &entry) {
		if entry.OwnerProcessID == pid {
			return resumeThread(entry.ThreadID)
		}
	}
	return errors.New("the process has no thread")
}

func resumeThread(id uint32) error {
	thread, err := windows.OpenThread(windows.THREAD_SUSPEND_RESUME, false, id)
	if err != nil {
		return err
	}
	defer windows.CloseHandle(thread)
	_, err = windows.ResumeThread(thread)
	return err
}

func (g *group) terminate() bool { return false }

func (g *group) kill() { windows.TerminateJobObject(g.job, 1) }

func (g *group) close() { windows.CloseHandle(g.job) }

// accounting is JOBOBJECT_BASIC_ACCOUNTING_INFORMATION.
type accounting struct {
	times            [4]int64
	pageFaults       uint32
	total, active    uint32
	terminatedByUser uint32
}

func (g *group) empty() bool {
	var a accounting
	err := windows.QueryInformationJobObject(g.job, windows.JobObjectBasicAccountingInformation,
		uintptr(unsafe.Pointer(&a)), uint32(unsafe.Sizeof(a)), nil)
	return err == nil && a.active == 0
}

func (g *group) memory() int64 { return 0 }

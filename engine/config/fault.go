package config

import (
	"errors"
	"io/fs"
	"syscall"
)

// A FaultCode is what keeps a file from being read or written.
type FaultCode uint8

const (
	NoFault FaultCode = iota
	FolderMissing
	AccessDenied
	DiskFull
	DiskReadOnly
	NotAFile
	FileTooLarge
	OtherFault
)

// A Fault is why a file cannot be read or written. The zero Fault is none.
type Fault struct {
	Code  FaultCode
	Words string // the system's, in no language in particular
}

// ErrTooLarge is a file that is no configuration, by its size. It was not read
// whole, so nothing may be written over it.
var ErrTooLarge = errors.New("the file is too large for a configuration")

// FaultOf is the fault that an error of Read or Save tells of.
func FaultOf(err error) Fault {
	if err == nil {
		return Fault{}
	}
	f := Fault{OtherFault, err.Error()}
	for _, known := range []struct {
		err  error
		code FaultCode
	}{
		{fs.ErrNotExist, FolderMissing}, {fs.ErrPermission, AccessDenied}, {syscall.ENOSPC, DiskFull},
		{syscall.EROFS, DiskReadOnly}, {ErrNoFile, NotAFile}, {syscall.EISDIR, NotAFile}, {ErrTooLarge, FileTooLarge},
	} {
		if errors.Is(err, known.err) {
			f.Code = known.code
		}
	}
	return f
}

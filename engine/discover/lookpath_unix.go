//go:build !windows

package discover

import (
	"fmt"
	"io/fs"
	"os"
)

func program(file, _ string) (string, error) {
	info, err := os.Stat(file)
	if err != nil {
		return "", err
	}
	if !info.Mode().IsRegular() || info.Mode().Perm()&0o111 == 0 {
		return "", fmt.Errorf("%s: %w", file, fs.ErrPermission)
	}
	return file, nil
}

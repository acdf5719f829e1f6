package discover

import "os/exec"

func apart(*exec.Cmd) {} // there is no login shell to ask

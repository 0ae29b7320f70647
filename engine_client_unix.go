//go:build unix

package chess

import (
	"os/exec"
	"syscall"
)

// ownGroup gives a program that is to be started a process group of its own.
func ownGroup(cmd *exec.Cmd) {
	if cmd.SysProcAttr == nil {
		cmd.SysProcAttr = &syscall.SysProcAttr{}
	}
	cmd.SysProcAttr.Setpgid = true
}

// killGroup kills the process with all that it has started. It does so too when
// only they are left: as long as there is one, nobody else is given the number.
func killGroup(cmd *exec.Cmd) { syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }

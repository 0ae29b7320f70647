//go:build unix

// Package process kills a program together with the programs that it has started, where
// the system can do that.
package process

import (
	"os/exec"
	"syscall"
)

// OwnGroup gives a program that has not been started a process group of its own.
func OwnGroup(cmd *exec.Cmd) {
	if cmd.SysProcAttr == nil {
		cmd.SysProcAttr = &syscall.SysProcAttr{}
	}
	cmd.SysProcAttr.Setpgid = true
}

// KillGroup kills a program that was started after OwnGroup, and its children, even if the
// program itself has exited: while a child is left, the system does not reuse the number
// of the group.
func KillGroup(cmd *exec.Cmd) { syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }

//go:build unix

package chess

import (
	"os/exec"
	"syscall"
)

// ownGroup gives a program that has not been started a process group of its own.
func ownGroup(cmd *exec.Cmd) {
	if cmd.SysProcAttr == nil {
		cmd.SysProcAttr = &syscall.SysProcAttr{}
	}
	cmd.SysProcAttr.Setpgid = true
}

// killGroup kills the process and its children, even if the process itself has
// exited: while a child is left, the system does not reuse the number of the group.
func killGroup(cmd *exec.Cmd) { syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }

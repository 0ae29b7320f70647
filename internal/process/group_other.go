//go:build !unix

// Package process kills a program together with the programs that it has started, where
// the system can do that.
package process

import "os/exec"

// OwnGroup does nothing.
func OwnGroup(*exec.Cmd) {}

// KillGroup kills the program alone.
func KillGroup(cmd *exec.Cmd) { cmd.Process.Kill() }

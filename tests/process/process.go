// Package process runs the programs that tests start, kill and stop. Each heads a
// process group of its own, and writes its output to a file.
package process

import (
	"fmt"
	"os"
	"os/exec"
	"strings"
	"syscall"
	"time"
)

// Process is a program that was started.
type Process struct {
	cmd   *exec.Cmd
	log   string
	ended chan struct{}
	err   error // how it ended, once ended is closed
}

// Start starts a command that appends its standard error, and its output if that is not
// redirected yet, to the file log.
func Start(cmd *exec.Cmd, log string) (*Process, error) {
	file, err := os.OpenFile(log, os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o600)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	cmd.Stderr = file
	if cmd.Stdout == nil {
		cmd.Stdout = file
	}
	if cmd.SysProcAttr == nil {
		cmd.SysProcAttr = &syscall.SysProcAttr{}
	}
	cmd.SysProcAttr.Setpgid = true
	cmd.SysProcAttr.Pdeathsig = syscall.SIGKILL
	if err := cmd.Start(); err != nil {
		return nil, err
	}
	p := &Process{cmd: cmd, log: log, ended: make(chan struct{})}
	go func() {
		p.err = cmd.Wait()
		close(p.ended)
	}()
	return p, nil
}

// Pid returns the process's id.
func (p *Process) Pid() int { return p.cmd.Process.Pid }

// Kill kills the process and its group, like a power failure, and waits until it is
// gone.
func (p *Process) Kill() {
	p.Strike()
	<-p.ended
}

// Strike kills the process and its group without waiting.
func (p *Process) Strike() {
	select {
	case <-p.ended: // its id may have been reused by now
	default:
		syscall.Kill(-p.Pid(), syscall.SIGKILL) // fails only if it has just ended
	}
}

// Terminate asks the process to end, as a service manager does.
func (p *Process) Terminate() error { return p.cmd.Process.Signal(syscall.SIGTERM) }

// Wait waits until the process has ended and returns how, or an error if it is still
// running after the time.
func (p *Process) Wait(limit time.Duration) error {
	select {
	case <-p.ended:
		return p.err
	case <-time.After(limit):
		return fmt.Errorf("still there after %v", limit)
	}
}

// Ended reports whether the process has ended, and how.
func (p *Process) Ended() (bool, error) {
	select {
	case <-p.ended:
		return true, p.err
	default:
		return false, nil
	}
}

// LogText returns the content of the log, or the error of reading it.
func (p *Process) LogText() string {
	text, err := os.ReadFile(p.log)
	if err != nil {
		return err.Error()
	}
	return string(text)
}

// LastLines returns the end of the log.
func (p *Process) LastLines(n int) string {
	lines := strings.Split(strings.TrimSpace(p.LogText()), "\n")
	return strings.Join(lines[max(0, len(lines)-n):], "\n")
}

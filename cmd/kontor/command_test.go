package main

import (
	"errors"
	"os/exec"
	"testing"
)

// endsAtOnce keeps a program that has the race detector from sleeping for a second
// before it ends. The detector reports what it has seen until then all the same.
const endsAtOnce = "GORACE=atexit_sleep_ms=0"

// command returns the program with arguments, for a process of its own.
func command(environ []string, args ...string) *exec.Cmd {
	cmd := exec.Command("kontor", args...)
	cmd.Env = append([]string{endsAtOnce}, environ...)
	return cmd
}

// runWith runs the program to its end and returns its exit code, and its output and
// errors in one text.
func runWith(t *testing.T, environ []string, args ...string) (code int, out string) {
	t.Helper()
	var said recorder
	return runTo(t, &said, &said, environ, args), said.String()
}

// runKontor is [runWith] with output and errors apart.
func runKontor(t *testing.T, environ []string, args ...string) (code int, stdout, stderr string) {
	t.Helper()
	var out, errs recorder
	return runTo(t, &out, &errs, environ, args), out.String(), errs.String()
}

// runTo runs a command within the test, because a process takes longer to start than
// most commands to run. Serving is a process: it takes over the standard log.
func runTo(t *testing.T, stdout, stderr *recorder, environ, args []string) int {
	t.Helper()
	if len(args) > 0 && args[0] != "serve" {
		p := &program{args: append([]string{"kontor"}, args...), environ: environ, stdout: stdout, stderr: stderr}
		return p.run(t.Context())
	}
	cmd := command(environ, args...)
	cmd.Stdout, cmd.Stderr = stdout, stderr
	var failed *exec.ExitError
	if err := cmd.Run(); err != nil && !errors.As(err, &failed) {
		t.Fatal(err)
	}
	return cmd.ProcessState.ExitCode()
}

package backup

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os/exec"
	"time"
)

// How long the command for a daily copy may take, and then until its output is given up.
const (
	commandTimeout = 10 * time.Minute
	commandGrace   = 5 * time.Second
)

// execute runs the command with the path of a copy as its only argument.
func (k *Keeper) execute(ctx context.Context, path string) Execution {
	limited, cancel := context.WithTimeout(ctx, commandTimeout)
	defer cancel()
	run := Execution{At: k.Now().UTC(), Path: path}
	cmd := exec.CommandContext(limited, k.Command, path)
	cmd.Env, cmd.WaitDelay = k.Environ, commandGrace
	err := cmd.Run()
	var ended *exec.ExitError
	switch {
	case err == nil:
	case ctx.Err() != nil:
		run.Exit, run.Text = -1, "abgebrochen, weil das Programm endete"
	case limited.Err() != nil:
		run.Exit, run.Text = -1, fmt.Sprintf("nach %d Minuten abgebrochen", int(commandTimeout.Minutes()))
	case errors.As(err, &ended):
		run.Exit, run.Text = ended.ExitCode(), fmt.Sprintf("endete mit %d", ended.ExitCode())
	default:
		run.Exit, run.Text = -1, "ließ sich nicht starten: "+err.Error()
	}
	if run.Text == "" {
		k.Log.Info("command for the copy done", slog.String("file", path), slog.Int("exit", run.Exit))
	} else {
		k.Log.Error("command for the copy failed", slog.String("file", path), slog.Int("exit", run.Exit), slog.String("error", run.Text))
	}
	return run
}

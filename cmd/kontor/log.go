package main

import (
	"io"
	stdlog "log"
	"log/slog"
)

// newLog returns the log in the form that LOG_FORMAT asks for.
func newLog(w io.Writer, format string) *slog.Logger {
	if format == "json" {
		return slog.New(slog.NewJSONHandler(w, nil))
	}
	return slog.New(slog.NewTextHandler(w, nil))
}

// takeLibraryLog puts what libraries write past the shop's log into it. They may
// quote what a service sent, so a line says no more than that there was something.
func takeLibraryLog(to *slog.Logger) { stdlog.SetOutput(libraryLog{to}) }

type libraryLog struct{ to *slog.Logger }

// Write logs one message of a library.
func (l libraryLog) Write(message []byte) (int, error) {
	l.to.Warn("message of a library withheld", "bytes", len(message))
	return len(message), nil
}

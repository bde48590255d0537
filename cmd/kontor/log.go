package main

import (
	"io"
	"log/slog"
)

// newLog returns the log in the form that LOG_FORMAT asks for.
func newLog(w io.Writer, format string) *slog.Logger {
	if format == "json" {
		return slog.New(slog.NewJSONHandler(w, nil))
	}
	return slog.New(slog.NewTextHandler(w, nil))
}

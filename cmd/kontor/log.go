package main

import (
	"io"
	stdlog "log"
	"log/slog"
	"net"
	"os"

	"kontor/internal/config"
)

// newLog returns a log in the format of LOG_FORMAT.
func newLog(w io.Writer, format string) *slog.Logger {
	if format == "json" {
		return slog.New(slog.NewJSONHandler(w, nil))
	}
	return slog.New(slog.NewTextHandler(w, nil))
}

// takeLibraryLog redirects the standard log, which libraries use, to the shop's log.
// They may quote what a service sent, so a line only records that there was a message.
func takeLibraryLog(to *slog.Logger) { stdlog.SetOutput(libraryLog{to}) }

type libraryLog struct{ to *slog.Logger }

// Write logs one message of a library.
func (l libraryLog) Write(message []byte) (int, error) {
	l.to.Warn("message of a library withheld", "bytes", len(message))
	return len(message), nil
}

// instanceOf names a process among those that serve the same shop, for its log: its host,
// and the port of LISTEN_ADDR.
func instanceOf(cfg *config.Config) string {
	host, err := os.Hostname()
	if err != nil {
		host = "unknown"
	}
	_, port, _ := net.SplitHostPort(cfg.ListenAddr) // checked with the settings
	return net.JoinHostPort(host, port)
}

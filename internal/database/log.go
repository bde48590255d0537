package database

import (
	"context"
	"errors"
	"log/slog"
	"os"
	"time"
)

// logLimits bound SQLite's write-ahead log. It is moved to the database's file as it
// grows, but not beyond what the oldest reader still sees.
type logLimits struct {
	large int64         // bytes; a log of this size is emptied as soon as readers permit
	huge  int64         // bytes; for a log of this size, readers that last are cut off
	last  time.Duration // how long a reader may go on with a huge log
}

var usualLog = logLimits{large: 256 << 20, huge: 1 << 30, last: 10 * time.Second}

// errLogHuge ends readers that keep a huge log from being emptied.
var errLogHuge = errors.New("store: cut off, because the log has grown too large")

// Tend keeps the log within its limits, and notices the loss of the file while nobody
// uses it. It is to be called every few seconds.
func (e *sqliteEngine) Tend(ctx context.Context) {
	if e.Available() != nil {
		return // what is lost has been logged
	}
	info, err := os.Stat(e.path + "-wal")
	if err != nil || info.Size() < e.log.large {
		return
	}
	if info.Size() >= e.log.huge {
		if n := e.readings.cutOff(e.log.last, errLogHuge); n > 0 {
			e.file.log.Error("long readers cut off, because the database's log has grown too large",
				slog.Int64("bytes", info.Size()), slog.Int("readers", n))
		}
	}
	if err := e.Scrub(ctx); err != nil {
		e.file.log.Warn("the database's log is large", slog.Int64("bytes", info.Size()), slog.Any("error", err))
	}
}

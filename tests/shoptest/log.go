package shoptest

import (
	"bytes"
	"log/slog"
	"strings"
	"sync"
)

// Log keeps what a shop logs, one JSON object per line.
type Log struct {
	mu   sync.Mutex
	text bytes.Buffer
}

// Write adds to the log.
func (l *Log) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text.Write(p)
}

// String returns the log so far.
func (l *Log) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text.String()
}

// WantNotLogged checks that the log contains none of the texts.
func (s *Shop) WantNotLogged(texts ...string) {
	s.t.Helper()
	log := s.Log.String()
	for _, text := range texts {
		if strings.Contains(log, text) {
			s.t.Errorf("the log has %q", text)
		}
	}
}

func (l *Log) logger() *slog.Logger {
	return slog.New(slog.NewJSONHandler(l, &slog.HandlerOptions{Level: slog.LevelDebug}))
}

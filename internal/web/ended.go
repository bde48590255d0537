package web

import (
	"sync"
	"time"

	"kontor/internal/gate"
)

// maxEnded bounds the memory for ended sessions.
const maxEnded = 10_000

// endedSessions remembers the sessions that were ended before their time, so
// that a copy of their cookie is worthless. It belongs to this process: after a
// restart only a new code or secret ends a copied session early.
type endedSessions struct {
	life time.Duration
	now  func() time.Time

	mu    sync.Mutex
	until map[string]time.Time // by id of the session: when it would have expired
}

func newEndedSessions(life time.Duration, now func() time.Time) *endedSessions {
	return &endedSessions{life: life, now: now, until: make(map[string]time.Time)}
}

func (e *endedSessions) add(s gate.Session) {
	e.mu.Lock()
	defer e.mu.Unlock()
	if len(e.until) >= maxEnded {
		e.forget()
	}
	e.until[s.ID] = s.IssuedAt.Add(e.life)
}

func (e *endedSessions) has(s gate.Session) bool {
	e.mu.Lock()
	defer e.mu.Unlock()
	_, ended := e.until[s.ID]
	return ended
}

// forget drops the sessions that have expired by now, or one of the others.
func (e *endedSessions) forget() {
	now := e.now()
	for id, until := range e.until {
		if !until.After(now) {
			delete(e.until, id)
		}
	}
	for id := range e.until {
		if len(e.until) < maxEnded {
			return
		}
		delete(e.until, id)
	}
}

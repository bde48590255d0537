package account

import (
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"time"
)

// How long customers stay signed in, and how long after it a sign-in suffices
// for what cannot be undone.
const (
	SessionLife  = 30 * 24 * time.Hour // from the sign-in, used or not
	SessionIdle  = 14 * 24 * time.Hour // since the latest use
	SessionFresh = 15 * time.Minute    // from the sign-in
	// SessionTouch is how exactly the latest use is known: a use within this
	// time of the one before is not written down.
	SessionTouch = 5 * time.Minute
)

// SessionKey stands for a customer's session in the database: the SHA-256 of
// its id, in hex, from which nobody gets back to the id. Empty: no session.
type SessionKey string

// NewSessionID returns the secret id of a new session, 256 random bits, and its
// key.
func NewSessionID() ([]byte, SessionKey) {
	id := make([]byte, 32)
	rand.Read(id) // never fails
	return id, SessionKeyOf(id)
}

// SessionKeyOf returns the key of the session with the id.
func SessionKeyOf(id []byte) SessionKey {
	digest := sha256.Sum256(id)
	return SessionKey(hex.EncodeToString(digest[:]))
}

// Session is a customer signed in on one device.
type Session struct {
	CustomerID int64
	BeganAt    time.Time // the sign-in
	SeenAt     time.Time // the latest use, see [SessionTouch]
}

// EndsAt returns when the session ends unless it is used before.
func (s *Session) EndsAt() time.Time {
	life, idle := s.BeganAt.Add(SessionLife), s.SeenAt.Add(SessionIdle)
	if idle.Before(life) {
		return idle
	}
	return life
}

// Alive reports whether the session is one at that time.
func (s *Session) Alive(at time.Time) bool { return at.Before(s.EndsAt()) }

// Fresh reports whether the sign-in was so short ago that it suffices for what
// cannot be undone.
func (s *Session) Fresh(at time.Time) bool { return at.Sub(s.BeganAt) <= SessionFresh }

// Stale reports whether a use at that time is worth writing down.
func (s *Session) Stale(at time.Time) bool { return at.Sub(s.SeenAt) >= SessionTouch }

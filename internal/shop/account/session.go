package account

import (
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"time"
)

// How long customers stay signed in, and how recent a sign-in must be for irreversible
// actions.
const (
	SessionLife  = 30 * 24 * time.Hour // from the sign-in, used or not
	SessionIdle  = 14 * 24 * time.Hour // since the latest use
	SessionFresh = 15 * time.Minute    // from the sign-in
	// SessionTouch is the precision of the latest use: a use within this time of the
	// previous one is not recorded.
	SessionTouch = 5 * time.Minute
)

// SessionKey identifies a customer's session in the database: the SHA-256 of its id, in
// hex, which does not reveal the id. Empty: no session.
type SessionKey string

// NewSessionID returns the secret id of a new session, 256 random bits, and its key.
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
	SeenAt     time.Time // latest use, see [SessionTouch]
}

// EndsAt returns when the session ends unless it is used before.
func (s *Session) EndsAt() time.Time {
	life, idle := s.BeganAt.Add(SessionLife), s.SeenAt.Add(SessionIdle)
	if idle.Before(life) {
		return idle
	}
	return life
}

// Alive reports whether the session is valid at that time.
func (s *Session) Alive(at time.Time) bool { return at.Before(s.EndsAt()) }

// Fresh reports whether the sign-in is recent enough for irreversible actions.
func (s *Session) Fresh(at time.Time) bool { return at.Sub(s.BeganAt) <= SessionFresh }

// Stale reports whether a use at that time is worth recording.
func (s *Session) Stale(at time.Time) bool { return at.Sub(s.SeenAt) >= SessionTouch }

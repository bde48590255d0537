package shoptest

import (
	"time"

	"kontor/internal/gate"
)

// Token returns the token of a session that the gate would have issued now: of the site
// or of the administration.
func (s *Shop) Token(purpose gate.Purpose) string {
	s.t.Helper()
	code, secret := s.SiteCode, s.SiteSecret
	if purpose == gate.Administration {
		code, secret = s.AdminCode, s.AdminSecret
	}
	keys, err := gate.NewKeyring(purpose, gate.NewCode(code), time.Hour, secret)
	if err != nil {
		s.t.Fatal(err)
	}
	keys.Now = s.Clock.Now
	token, _ := keys.Issue()
	return token
}

package storetest

import (
	"errors"
	"time"

	"kontor/internal/gate"
	"kontor/internal/shop"
	"kontor/internal/shop/account"
	"kontor/internal/shop/audit"
	"kontor/internal/shop/message"
)

var operatorSessionScenarios = []scenario{
	{"a session is listed with its last use until it ends", operatorSessions},
	{"R49 an ended session is over on all instances", endedOperatorSessions},
	{"sessions from before a restore are over", sessionsFromBefore},
	{"a new device is reported with its session", reportedDevice},
}

func operatorSession(id string, began time.Time) audit.Session {
	return audit.Session{ID: id, Device: "Firefox unter Linux", Began: began, Used: began, Until: began.Add(24 * time.Hour)}
}

func (s *suite) begin(id string, began time.Time, owed ...message.Message) {
	s.t.Helper()
	by := audit.By{Session: id, At: began}
	if err := s.Store.BeginOperatorSession(s.t.Context(), by, operatorSession(id, began), owed...); err != nil {
		s.t.Fatal(err)
	}
}

func (s *suite) sessions(at time.Time) []audit.Session {
	s.t.Helper()
	all, err := s.Store.OperatorSessions(s.t.Context(), at)
	if err != nil {
		s.t.Fatal(err)
	}
	return all
}

func operatorSessions(s *suite) {
	s.begin("aaaa0001", noon)
	s.begin("aaaa0002", noon.Add(time.Hour))
	used, unknown := operatorSession("aaaa0001", noon), operatorSession("aaaa0003", noon.Add(-time.Hour))
	used.Used, unknown.Used = noon.Add(2*time.Hour), noon.Add(3*time.Hour)
	if err := s.Store.UseOperatorSessions(s.t.Context(), []audit.Session{used, unknown}); err != nil {
		s.t.Fatal(err)
	}
	if err := s.Store.NameOperatorSession(s.operator(), used, "Anna"); err != nil {
		s.t.Fatal(err)
	}
	used.Name = "Anna"
	all := s.sessions(noon.Add(4 * time.Hour))
	if len(all) != 3 || all[0].ID != "aaaa0002" || all[1] != used || all[2] != unknown {
		s.t.Errorf("sessions %+v", all)
	}
	if left := s.sessions(noon.Add(24 * time.Hour)); len(left) != 1 || left[0].ID != "aaaa0002" {
		s.t.Errorf("a day later %+v", left)
	}
	standing, err := s.Store.GateSession(s.t.Context(), gate.Administration, gate.Session{ID: "aaaa0001", IssuedAt: noon})
	if err != nil || standing != (gate.Standing{Name: "Anna"}) {
		s.t.Errorf("%+v, %v", standing, err)
	}
	s.wantTold(
		"Verwaltung|anmeldung|sitzung aaaa0001||Firefox unter Linux",
		"Verwaltung|anmeldung|sitzung aaaa0002||Firefox unter Linux",
		"Verwaltung|anmeldung|sitzung aaaa0003||Firefox unter Linux",
		"Anna|name|sitzung aaaa0001||Anna",
	)
	if err := s.Store.ForgetGateState(s.t.Context(), noon.Add(24*time.Hour+time.Millisecond)); err != nil || s.count("verwaltung_sitzungen") != 1 {
		s.t.Errorf("%d are kept, %v", s.count("verwaltung_sitzungen"), err)
	}
}

func endedOperatorSessions(s *suite) {
	for _, id := range []string{"aaaa0001", "aaaa0002", "aaaa0003"} {
		s.begin(id, noon)
	}
	ctx, later := s.operator(), noon.Add(time.Hour)
	if err := s.Store.EndOperatorSession(ctx, "aaaa0002", later); err != nil {
		s.t.Fatal(err)
	}
	for _, id := range []string{"aaaa0002", "aaaa0009"} {
		if err := s.Store.EndOperatorSession(ctx, id, later); !errors.Is(err, audit.ErrSessionNotFound) {
			s.t.Errorf("%s: %v", id, err)
		}
	}
	if n, err := s.Store.EndOtherOperatorSessions(ctx, "aaaa0001", later); n != 1 || err != nil {
		s.t.Errorf("%d others ended, %v", n, err)
	}
	for id, want := range map[string]bool{"aaaa0001": false, "aaaa0002": true, "aaaa0003": true} {
		if standing, err := s.Store.GateSession(s.t.Context(), gate.Administration, gate.Session{ID: id, IssuedAt: noon}); standing.Over != want || err != nil {
			s.t.Errorf("%s: %+v, %v", id, standing, err)
		}
	}
	if left := s.sessions(later); len(left) != 1 || left[0].ID != "aaaa0001" {
		s.t.Errorf("left are %+v", left)
	}
	if told := s.told(); len(told) != 5 || told[4] != "Anna|sitzungsende|sitzung aaaa0003||" {
		s.t.Errorf("the log tells %q", told)
	}
}

func sessionsFromBefore(s *suite) {
	s.begin("aaaa0001", noon)
	key, _ := s.signIn(noon, identity("google", "1001"))
	gates := func(at time.Time) bool {
		var over []bool
		for _, purpose := range []gate.Purpose{gate.Site, gate.Administration} {
			standing, err := s.Store.GateSession(s.t.Context(), purpose, gate.Session{ID: "aaaa0001", IssuedAt: at})
			if err != nil {
				s.t.Fatal(err)
			}
			over = append(over, standing.Over)
		}
		if over[0] != over[1] {
			s.t.Errorf("site and administration disagree: %v", over)
		}
		return over[0]
	}
	over := func(want bool) {
		s.t.Helper()
		_, err := s.Store.Session(s.t.Context(), key, noon)
		if errors.Is(err, account.ErrNotSignedIn) != want || gates(noon) != want || (len(s.sessions(noon)) == 0) != want {
			s.t.Errorf("sessions: %v, %v, %d; over: %v", err, gates(noon), len(s.sessions(noon)), want)
		}
	}
	over(false)
	restored := noon.Add(10 * time.Second)
	s.restoredAt(restored)
	over(true)
	if gates(restored.Truncate(time.Second)) {
		s.t.Error("a session that began in the second of the restore is over")
	}
}

// restoredAt ends the sessions that began before, as restoring the shop does.
func (s *suite) restoredAt(at time.Time) {
	s.t.Helper()
	if s.count("betrieb") == 0 {
		if err := s.Exec(`INSERT INTO betrieb (id, shop_id, lauf, generation, mindest_schema) VALUES (1, 'x', 'x', 1, 1)`); err != nil {
			s.t.Fatal(err)
		}
	}
	if err := s.Exec(`UPDATE betrieb SET sitzungen_ab = '` + shop.FormatTime(at) + `'`); err != nil {
		s.t.Fatal(err)
	}
}

func reportedDevice(s *suite) {
	owed := message.Message{Key: "geraet-1", Kind: message.KindOperatorNote, Language: "de", CreatedAt: noon, Note: &message.OperatorNote{Subject: "Neues Gerät", Text: "…"}}
	owed.Begin(message.SendingLater, noon)
	s.begin("aaaa0001", noon, owed)
	if n := s.count("mails"); n != 1 {
		s.t.Errorf("%d messages, want 1", n)
	}
	if err := s.Store.BeginOperatorSession(s.t.Context(), audit.By{}, operatorSession("aaaa0002", noon), owed); err == nil || s.count("verwaltung_sitzungen") != 1 {
		s.t.Errorf("a session without its message was stored: %v", err)
	}
}

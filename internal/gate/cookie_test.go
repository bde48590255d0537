package gate_test

import (
	"net/http"
	"net/http/httptest"
	"slices"
	"testing"

	"kontor/internal/gate"
)

const cookieName = "bastelkontor_session"

func siteCookie(t *testing.T, c *clock) gate.Cookie {
	return gate.Cookie{Name: cookieName, Secure: true, Keys: siteKeyring(t, c)}
}

func requestWith(values ...string) *http.Request {
	r := httptest.NewRequest(http.MethodGet, "/", nil)
	for _, v := range values {
		r.AddCookie(&http.Cookie{Name: cookieName, Value: v})
	}
	return r
}

func TestS17_CookieFlags(t *testing.T) {
	t.Parallel()
	c := newClock()
	admin := gate.Cookie{Name: "bastelkontor_verwaltung_session", Keys: adminKeyring(t, c)}
	cases := []struct {
		cookie gate.Cookie
		write  func(gate.Cookie, http.ResponseWriter)
		want   http.Cookie
	}{
		{siteCookie(t, c), begin, http.Cookie{Name: cookieName, MaxAge: 7776000, Secure: true}},
		{siteCookie(t, c), gate.Cookie.End, http.Cookie{Name: cookieName, MaxAge: -1, Secure: true}},
		{admin, begin, http.Cookie{Name: "bastelkontor_verwaltung_session", MaxAge: 86400}},
		{admin, gate.Cookie.End, http.Cookie{Name: "bastelkontor_verwaltung_session", MaxAge: -1}},
	}
	for _, tc := range cases {
		w := httptest.NewRecorder()
		tc.write(tc.cookie, w)
		cookies := w.Result().Cookies()
		if len(cookies) != 1 {
			t.Fatalf("%d cookies set, want 1", len(cookies))
		}
		got := cookies[0]
		if got.Name != tc.want.Name || got.MaxAge != tc.want.MaxAge || got.Secure != tc.want.Secure ||
			!got.HttpOnly || got.SameSite != http.SameSiteLaxMode || got.Path != "/" || got.Domain != "" {
			t.Errorf("cookie %q", got.Raw)
		}
		if (got.Value == "") != (tc.want.MaxAge < 0) {
			t.Errorf("value of %q", got.Raw)
		}
	}
}

// sessionOf returns the first live session, or ErrExpired with an expired one.
func sessionOf(c gate.Cookie, r *http.Request) (gate.Session, error) {
	switch living, expired := c.Sessions(r); {
	case len(living) > 0:
		return living[0], nil
	case expired != gate.Session{}:
		return expired, gate.ErrExpired
	}
	return gate.Session{}, gate.ErrInvalid
}

func begin(c gate.Cookie, w http.ResponseWriter) { c.Start(w) }

func TestCookieRoundTrip(t *testing.T) {
	t.Parallel()
	c := newClock()
	cookie := siteCookie(t, c)
	w := httptest.NewRecorder()
	started := cookie.Start(w)
	token := w.Result().Cookies()[0].Value

	if got, err := sessionOf(cookie, requestWith(token)); err != nil || got.ID != started.ID {
		t.Errorf("Session = %v, %v; want %s", got, err, started.ID)
	}
	c.advance(siteLife) // S13: whatever the browser does with Max-Age
	if got, err := sessionOf(cookie, requestWith(token)); err != gate.ErrExpired || got.ID != started.ID {
		t.Errorf("Session = %v, %v; want %s and ErrExpired", got, err, started.ID)
	}
}

func TestG20_PlantedCookieLocksNobodyOut(t *testing.T) {
	t.Parallel()
	c := newClock()
	cookie := siteCookie(t, c)
	good := issue(cookie.Keys)
	expired := forge(siteKey, gate.Site, accessCode, start.Add(-siteLife))
	foreign := issue(adminKeyring(t, c))
	cases := []struct {
		name   string
		values []string
		want   error
	}{
		{"none", nil, gate.ErrInvalid},
		{"empty", []string{""}, gate.ErrInvalid},
		{"G1 other gate's token", []string{foreign}, gate.ErrInvalid},
		{"garbage first", []string{"x", good}, nil},
		{"garbage last", []string{good, "x"}, nil},
		{"expired first", []string{expired, good}, nil},
		{"three before", []string{"x", expired, foreign, good}, nil},
		{"as many before as a browser can be made to send", append(slices.Repeat([]string{"x", foreign}, 63), good), nil},
		{"more than are tried", append(slices.Repeat([]string{"x"}, 128), good), gate.ErrInvalid},
		{"expired among garbage", []string{"x", expired, "x"}, gate.ErrExpired},
	}
	for _, tc := range cases {
		t.Run(tc.name, func(t *testing.T) {
			t.Parallel()
			session, err := sessionOf(cookie, requestWith(tc.values...))
			if err != tc.want {
				t.Errorf("Session = %v, want %v", err, tc.want)
			}
			if (session == gate.Session{}) != (tc.want == gate.ErrInvalid) {
				t.Errorf("session %v with error %v", session, err)
			}
		})
	}
}

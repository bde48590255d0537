package web

import (
	"errors"
	"net/http"
	"time"

	"kontor"
	"kontor/internal/gate"
)

// Spec: Limits, session lifetimes.
const (
	siteLife           = 90 * 24 * time.Hour
	administrationLife = 24 * time.Hour
)

// entrance is one of the two gates: who may pass, and where people ask to.
type entrance struct {
	code     gate.Code
	cookie   gate.Cookie
	throttle *gate.Throttle
	ended    *endedSessions
	refusal  *kontor.Error // of API requests without a session
	page     string        // path of the entry page
	action   string        // path of the route that takes the code
	home     string        // where to go from the entry page when nobody says
	view     entranceView
}

// entranceView is what the entry page says.
type entranceView struct {
	Title, Sentence, Label string
	Account                string // tells password managers the two codes apart
}

func newSiteGate(o Options) (*entrance, error) {
	sentence := "Dieser Shop ist noch nicht öffentlich; bitte geben Sie den Zugangscode ein."
	if o.Public {
		sentence = "Für die Verwaltung wird zuerst der Zugangscode des Shops gebraucht."
	}
	e := &entrance{
		refusal: errNoSite,
		page:    "/zugang/", action: "/api/zugang", home: "/",
		view: entranceView{Title: "Zugang", Sentence: sentence, Label: "Zugangscode", Account: "zugang"},
	}
	return e, e.lock(o, o.Site, gate.Site, o.Slug+"_session", siteLife)
}

func newAdministrationGate(o Options) (*entrance, error) {
	e := &entrance{
		refusal: errNoAdmin,
		page:    "/zugang/verwaltung/", action: "/api/zugang/verwaltung", home: "/verwaltung/",
		view: entranceView{
			Title: "Verwaltung", Label: "Verwaltungscode", Account: "verwaltung",
			Sentence: "Bitte geben Sie den Verwaltungscode ein; er öffnet die Verwaltung für 24 Stunden.",
		},
	}
	return e, e.lock(o, o.Administration, gate.Administration, o.Slug+"_verwaltung_session", administrationLife)
}

// lock gives the gate its code, keys, cookie and counters, which it shares with
// no other gate.
func (e *entrance) lock(o Options, secret GateOptions, purpose gate.Purpose, cookie string, life time.Duration) error {
	e.code = gate.NewCode(secret.Code)
	keys, err := gate.NewKeyring(purpose, e.code, life, secret.Secrets...)
	if err != nil {
		return err
	}
	keys.Now = o.Now
	e.cookie = gate.Cookie{Name: cookie, Secure: o.BaseURL.Scheme == "https", Keys: keys}
	e.throttle = gate.NewThrottle()
	e.throttle.Now = o.Now
	e.ended = newEndedSessions(life, o.Now)
	return nil
}

// session returns the request's session at this gate; see [gate.Cookie.Session].
func (e *entrance) session(r *http.Request) (gate.Session, error) {
	session, err := e.cookie.Session(r)
	if err == nil && e.ended.has(session) {
		return gate.Session{}, gate.ErrInvalid
	}
	return session, err
}

// admit opens a session when the code is right.
func (e *entrance) admit(w http.ResponseWriter, r *http.Request, proxies gate.Proxies, code string) error {
	client := gate.ClientAt(proxies.ClientAddr(r))
	if held, err := e.session(r); err == nil || errors.Is(err, gate.ErrExpired) {
		client = gate.ClientHolding(held)
	}
	right, wait := e.throttle.Attempt(client, func() bool { return e.code.Matches(code) })
	switch {
	case wait > 0:
		minutes := int64((wait + time.Minute - 1) / time.Minute)
		return retryLater{errTooManyCodes.With("Zu viele falsche Codes. Bitte in " +
			count(minutes, "Minute", "Minuten") + " noch einmal versuchen."), wait}
	case !right:
		return errWrongCode
	}
	e.cookie.Start(w)
	return nil
}

// leave ends the request's session, if it has one, here and in the browser.
func (e *entrance) leave(w http.ResponseWriter, r *http.Request) {
	if session, err := e.session(r); err == nil {
		e.ended.add(session)
	}
	e.cookie.End(w)
}

package web

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"time"

	"kontor"
	"kontor/internal/gate"
)

// Spec: Limits, session lifetimes.
const (
	siteLife           = 90 * 24 * time.Hour
	administrationLife = 24 * time.Hour
)

// GateStore keeps what all instances of the shop have to agree on about its
// gates.
type GateStore interface {
	gate.Failures
	gate.Allowances
	// EndGateSession keeps that a session was ended, until it would have expired.
	EndGateSession(ctx context.Context, purpose gate.Purpose, id string, until time.Time) error
	// GateSessionEnded reports whether a session was ended before its time.
	GateSessionEnded(ctx context.Context, purpose gate.Purpose, id string) (bool, error)
}

// entrance is one of the two gates: who may pass, and where people ask to.
type entrance struct {
	purpose  gate.Purpose
	life     time.Duration
	code     gate.Code
	cookie   gate.Cookie
	throttle *gate.Throttle
	store    GateStore
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
	e.throttle = gate.NewThrottle(purpose, o.Gates, secret.Secrets[0])
	e.throttle.Now = o.Now
	e.purpose, e.life, e.store = purpose, life, o.Gates
	return nil
}

// session returns the request's session at this gate; see [gate.Cookie.Session].
// Whether it was ended before its time is asked once for each request. An error
// that is not about the cookie means that nobody could say.
func (e *entrance) session(r *http.Request) (gate.Session, error) {
	session, err := e.cookie.Session(r)
	if err != nil {
		return session, err
	}
	x, key := exchangeOf(r), string(e.purpose)+" "+session.ID
	if slices.Contains(x.alive, key) {
		return session, nil
	}
	ended, err := e.store.GateSessionEnded(r.Context(), e.purpose, session.ID)
	switch {
	case err != nil:
		return gate.Session{}, err
	case ended:
		return gate.Session{}, gate.ErrInvalid
	}
	x.alive = append(x.alive, key)
	return session, nil
}

// closed reports whether a session's error is about its cookie.
func closed(err error) bool {
	return errors.Is(err, gate.ErrInvalid) || errors.Is(err, gate.ErrExpired)
}

// uncheckable closes a gate whose state cannot be read or kept.
func uncheckable(err error) error {
	return retryLater{fmt.Errorf("%w: %w", errGateUncheckable, err), uncheckableRetry}
}

// uncheckableRetry is when to come back to such a gate.
const uncheckableRetry = 5 * time.Second

// admit opens a session when the code is right.
func (e *entrance) admit(w http.ResponseWriter, r *http.Request, proxies gate.Proxies, code string) error {
	client := gate.ClientAt(proxies.ClientAddr(r))
	switch held, err := e.session(r); {
	case err == nil || errors.Is(err, gate.ErrExpired):
		client = gate.ClientHolding(held)
	case !closed(err):
		return uncheckable(err)
	}
	right, wait, err := e.throttle.Attempt(r.Context(), client, func() bool { return e.code.Matches(code) })
	switch {
	case err != nil:
		return uncheckable(err)
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

// leave ends the request's session, if it has one, everywhere and in the browser.
// When it cannot be ended everywhere, the browser keeps it to try again.
func (e *entrance) leave(w http.ResponseWriter, r *http.Request) error {
	session, err := e.session(r)
	if err == nil {
		err = e.store.EndGateSession(r.Context(), e.purpose, session.ID, session.IssuedAt.Add(e.life))
	}
	if err != nil && !closed(err) {
		return uncheckable(err)
	}
	e.cookie.End(w)
	return nil
}

func count(n int64, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return strconv.FormatInt(n, 10) + " " + many
}

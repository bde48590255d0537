package door

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"strconv"
	"time"

	"kontor/internal/gate"
	"kontor/internal/shop"
	"kontor/internal/shop/audit"
	"kontor/internal/web/kit"
)

// Spec: Limits, session lifetimes.
const (
	siteLife           = 90 * 24 * time.Hour
	administrationLife = 24 * time.Hour
)

// Store has the state of the gates that all instances of the shop share.
type Store interface {
	gate.Failures
	gate.Allowances
	// EndGateSession records that a session was ended, until the time when it would
	// have expired.
	EndGateSession(ctx context.Context, purpose gate.Purpose, id string, until time.Time) error
	// GateSession returns what is stored about a session.
	GateSession(ctx context.Context, purpose gate.Purpose, session gate.Session) (gate.Standing, error)
}

// entrance is one of the two gates: who may pass, and where people ask for admission.
type entrance struct {
	purpose  gate.Purpose
	life     time.Duration
	code     gate.Code
	cookie   gate.Cookie
	throttle *gate.Throttle
	store    Store
	refusal  *shop.Error // for API requests without a session
	page     string      // path of the entry page
	action   string      // path of the route that takes the code
	home     string      // where the entry page leads by default
	view     entranceView
}

// entranceView is the texts of the entry page.
type entranceView struct {
	Title, Sentence, Label string
	Account                string // distinguishes the two codes for password managers
}

func newSiteGate(c *kit.Common, o Options) (*entrance, error) {
	sentence := "Dieser Shop ist noch nicht öffentlich; bitte geben Sie den Zugangscode ein."
	if c.Public {
		sentence = "Für die Verwaltung wird zuerst der Zugangscode des Shops gebraucht."
	}
	e := &entrance{
		refusal: kit.ErrNoSite,
		page:    "/zugang/", action: "/api/zugang", home: "/",
		view: entranceView{Title: "Zugang", Sentence: sentence, Label: "Zugangscode", Account: "zugang"},
	}
	cookie := c.OwnCookie("_session", nil)
	if former := c.Slug + "_session"; cookie.Name != former {
		cookie.Former = former // cookies issued under it live for 90 days
	}
	return e, e.lock(c, o.Gates, o.Site, gate.Site, cookie, siteLife)
}

func newAdministrationGate(c *kit.Common, o Options) (*entrance, error) {
	e := &entrance{
		refusal: kit.ErrNoAdmin,
		page:    "/zugang/verwaltung/", action: "/api/zugang/verwaltung", home: "/verwaltung/",
		view: entranceView{
			Title: "Verwaltung", Label: "Verwaltungscode", Account: "verwaltung",
			Sentence: "Bitte geben Sie den Verwaltungscode ein; er öffnet die Verwaltung für 24 Stunden.",
		},
	}
	// The name has no prefix but the shop's.
	// Spec: Administration gate, Cookie.
	cookie := gate.Cookie{Name: c.Slug + "_verwaltung_session", Secure: c.OverTLS()}
	return e, e.lock(c, o.Gates, o.Administration, gate.Administration, cookie, administrationLife)
}

// lock sets the gate's code, keys, cookie and counters, which it shares with no other
// gate.
func (e *entrance) lock(c *kit.Common, store Store, secret Gate, purpose gate.Purpose, cookie gate.Cookie, life time.Duration) error {
	e.code = gate.NewCode(secret.Code)
	keys, err := gate.NewKeyring(purpose, e.code, life, secret.Secrets...)
	if err != nil {
		return err
	}
	keys.Now = c.Now
	e.cookie, e.cookie.Keys = cookie, keys
	e.throttle = gate.NewThrottle(purpose, store, secret.Secrets[0])
	e.throttle.Now = c.Now
	e.purpose, e.life, e.store = purpose, life, store
	return nil
}

// session returns the request's first live session at this gate that was not ended
// early; otherwise ErrExpired with an expired one, or ErrInvalid. Any other error means
// that the session could not be checked.
func (e *entrance) session(r *http.Request) (gate.Session, error) {
	living, expired := e.cookie.Sessions(r)
	for _, session := range living {
		switch standing, err := e.standing(r, session); {
		case err != nil:
			return gate.Session{}, err
		case !standing.Over:
			return session, nil
		}
	}
	if expired != (gate.Session{}) {
		return expired, gate.ErrExpired
	}
	return gate.Session{}, gate.ErrInvalid
}

// standing returns what is stored about a session. For each request, the store is queried
// only once about one that is not over.
func (e *entrance) standing(r *http.Request, session gate.Session) (gate.Standing, error) {
	x, key := kit.ExchangeOf(r), string(e.purpose)+" "+session.ID
	if known, ok := x.Alive[key]; ok {
		return known, nil
	}
	standing, err := e.store.GateSession(r.Context(), e.purpose, session)
	if err == nil && !standing.Over {
		if x.Alive == nil {
			x.Alive = make(map[string]gate.Standing)
		}
		x.Alive[key] = standing
	}
	return standing, err
}

// closed reports whether a session's error is about its cookie.
func closed(err error) bool {
	return errors.Is(err, gate.ErrInvalid) || errors.Is(err, gate.ErrExpired)
}

// uncheckable is the error of a gate whose state cannot be read or stored.
func uncheckable(err error) error {
	return kit.Later(fmt.Errorf("%w: %w", kit.ErrGateUncheckable, err), uncheckableRetry)
}

// uncheckableRetry is when to retry at such a gate.
const uncheckableRetry = 5 * time.Second

// client returns whoever sends a code: a device that has passed before, the holder of a
// session, or the client at the address.
func (d *Door) client(r *http.Request, e *entrance) (gate.Client, error) {
	if device, known := d.devices.known(r); known {
		return gate.ClientOn(device), nil
	}
	switch held, err := e.session(r); {
	case err == nil || errors.Is(err, gate.ErrExpired):
		return gate.ClientHolding(held), nil
	case !closed(err):
		return gate.Client{}, err
	}
	return d.Proxies.Client(r), nil
}

// rename moves a session that came under the cookie's former name to the current one.
func (e *entrance) rename(w http.ResponseWriter, r *http.Request) {
	if session, err := e.session(r); err == nil {
		e.cookie.Rename(w, r, session)
	}
}

// whyRefused returns why a code was refused, nil for the right one.
func whyRefused(v gate.Verdict) error {
	switch {
	case v.Right:
		return nil
	case v.Wait == 0:
		return kit.ErrWrongCode
	}
	minutes := int64((v.Wait + time.Minute - 1) / time.Minute)
	return kit.Later(kit.ErrTooManyCodes.With("Zu viele falsche Codes. Bitte in "+
		count(minutes, "Minute", "Minuten")+" noch einmal versuchen."), v.Wait)
}

// leaveGate ends the request's sessions on all instances, and drops the cookie. If they
// cannot be ended everywhere, the browser keeps it, to try again.
func (d *Door) leaveGate(w http.ResponseWriter, r *http.Request, e *entrance) error {
	living, _ := e.cookie.Sessions(r)
	for _, session := range living {
		ctx := r.Context()
		if e == d.administration {
			standing, err := e.standing(r, session)
			if err != nil {
				return uncheckable(err)
			}
			ctx = audit.With(ctx, d.by(r, session, standing.Name))
		}
		if err := e.store.EndGateSession(ctx, e.purpose, session.ID, session.IssuedAt.Add(e.life)); err != nil {
			return uncheckable(err)
		}
	}
	e.cookie.End(w)
	e.cookie.DropFormer(w, r)
	return nil
}

func count(n int64, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return strconv.FormatInt(n, 10) + " " + many
}

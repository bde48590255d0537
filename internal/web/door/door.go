package door

import (
	"errors"
	"net/http"

	"github.com/prometheus/client_golang/prometheus"

	"kontor/internal/gate"
	"kontor/internal/shop/audit"
	"kontor/internal/web/kit"
)

// pages are the entry pages.
var pages = kit.ParsePages(kit.LayoutTemplate(nil), files, "layout")

// Door guards the shop: its two gates, their sessions, and access to each route.
type Door struct {
	*kit.Common
	site           *entrance
	administration *entrance
	devices        devices
	uses           uses
	audit          *audit.Service
	refused        *prometheus.CounterVec
}

// Options are the codes and secrets of the gates, and the store of the state that all
// instances share.
type Options struct {
	Site           Gate
	Administration Gate
	Gates          Store
	Audit          *audit.Service
	Refused        *prometheus.CounterVec // counts refused codes by gate
}

// Gate is an access gate's code and the secrets that sign its sessions: the first
// signs, all verify. Without a code nobody passes.
type Gate struct {
	Code    string
	Secrets [][]byte
}

// New returns the door, or an error with every problem of its options. It adds the
// administration's cookie to the personal ones.
func New(c *kit.Common, o Options) (*Door, error) {
	site, siteErr := newSiteGate(c, o)
	administration, administrationErr := newAdministrationGate(c, o)
	devices, devicesErr := newDevices(c, o.Administration)
	if err := errors.Join(siteErr, administrationErr, devicesErr); err != nil {
		return nil, err
	}
	c.Personal = append(c.Personal, administration.cookie.Name)
	for _, e := range []*entrance{site, administration} {
		o.Refused.WithLabelValues(e.view.Account)
	}
	return &Door{Common: c, site: site, administration: administration, devices: devices, audit: o.Audit, refused: o.Refused}, nil
}

// Cookies returns the names of the cookies that hold the sessions of both gates.
func (d *Door) Cookies() (site, administration string) {
	return d.site.cookie.Name, d.administration.cookie.Name
}

// Inside reports whether the visitor has a site session.
func (d *Door) Inside(r *http.Request) bool {
	_, err := d.site.session(r)
	return err == nil
}

// Routes returns the routes of the gates, and of the files outside them.
func (d *Door) Routes() []kit.Route {
	return []kit.Route{
		kit.On("GET", "/zugang/{$}", kit.Open, d.gatePage(d.site)),
		kit.On("GET", "/zugang", kit.Site, kit.AddSlash),
		kit.On("GET", "/zugang/assets/{version}/{file}", kit.Open, kit.ServeAsset),
		kit.On("POST", "/api/zugang", kit.Open, d.enter(d.site)),
		kit.On("POST", "/api/zugang/abmelden", kit.Member, d.leaveSite),
		kit.On("GET", "/zugang/verwaltung/{$}", kit.Member, d.gatePage(d.administration)),
		kit.On("GET", "/zugang/verwaltung", kit.Member, kit.AddSlash),
		kit.On("POST", "/api/zugang/verwaltung", kit.Member, d.enter(d.administration)),
		kit.On("POST", "/api/zugang/verwaltung/abmelden", kit.Member, d.leaveAdministration),
	}
}

// Operator is somebody with both sessions of the administration. Only
// [Door.ForOperators] creates one.
type Operator struct {
	session audit.Session
}

// Actor returns the operator's name in the history of orders and payments: of the
// session, after the name that the operator gave for it.
func (o Operator) Actor() string {
	session := audit.Anonymous + " " + o.session.ID
	if o.session.Name == "" {
		return session
	}
	return o.session.Name + ", " + session
}

// Session returns the ID of the administration's session.
func (o Operator) Session() string { return o.session.ID }

// Own returns the administration's session.
func (o Operator) Own() audit.Session { return o.session }

// Handler answers an operator's request.
type Handler func(w http.ResponseWriter, r *http.Request, by Operator) error

// ForOperators checks both sessions once more inside the handlers of the
// administration, so that a route that lost its guard stays closed. What they change is
// recorded as the operator's.
// Spec: Administration gate, flow 6.
func (d *Door) ForOperators(handle Handler) kit.Handler {
	return func(w http.ResponseWriter, r *http.Request) error {
		session, err := d.operatorSession(r)
		if err != nil {
			return err
		}
		standing, err := d.administration.standing(r, session)
		if err != nil {
			return uncheckable(err)
		}
		own := d.used(r, session, standing.Name)
		d.uses.note(own)
		ctx := audit.With(r.Context(), d.by(r, session, standing.Name))
		return handle(w, r.WithContext(ctx), Operator{own})
	}
}

func (d *Door) operatorSession(r *http.Request) (gate.Session, error) {
	gateway, err := d.closedFor(r, kit.Admin)
	switch {
	case gateway == nil:
		return d.administration.session(r)
	case closed(err):
		return gate.Session{}, gateway.refusal
	}
	return gate.Session{}, uncheckable(err)
}

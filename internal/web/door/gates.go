package door

import (
	"errors"
	"log/slog"
	"net/http"
	"net/url"

	"kontor/internal/gate"
	"kontor/internal/jsvalue"
	"kontor/internal/shop"
	"kontor/internal/web/kit"
)

// entry is an attempt to enter a gate.
type entry struct {
	code     string
	returnTo string
	form     bool // sent by the entry page, which is shown again on refusal
}

// gateView is an entry page.
type gateView struct {
	kit.Layout
	View     entranceView
	Action   string
	ReturnTo string
	Problem  string // what was wrong with the last attempt; empty: nothing
}

// gatePage shows an entry page.
func (d *Door) gatePage(e *entrance) kit.Handler {
	return func(w http.ResponseWriter, r *http.Request) error {
		d.ForEverybody(r)
		return d.showGate(w, http.StatusOK, e, r.URL.Query().Get(kit.ReturnField), "")
	}
}

// enter takes an access code, as JSON or from the entry page's form, and opens a
// session for the right one.
// Spec: Administration gate, flow 3 and 4.
func (d *Door) enter(e *entrance) kit.Handler {
	return func(w http.ResponseWriter, r *http.Request) error {
		entry, err := d.readEntry(w, r)
		if err == nil {
			err = d.admit(w, r, e, entry.code)
		}
		switch {
		case err != nil && entry.form:
			return d.showRefusal(w, r, e, entry, err)
		case err != nil:
			return err
		case entry.form:
			http.Redirect(w, r, e.target(entry.returnTo), http.StatusSeeOther)
			return nil
		}
		return kit.WriteDone(w)
	}
}

func (d *Door) readEntry(w http.ResponseWriter, r *http.Request) (entry, error) {
	form := kit.IsForm(r)
	if !form && !kit.IsJSON(r) {
		return entry{}, kit.ErrMediaType
	}
	body, err := kit.ReadBody(w, r, kit.MaxEntry)
	if err != nil {
		return entry{form: form}, err
	}
	if form {
		return readForm(body)
	}
	value, err := jsvalue.Parse(body)
	code := value.Get("code")
	if err != nil || code.Kind() != jsvalue.String {
		return entry{}, shop.ErrBadRequest
	}
	return entry{code: code.Text()}, nil
}

func readForm(body []byte) (entry, error) {
	values, err := url.ParseQuery(string(body))
	entry := entry{code: values.Get("code"), returnTo: values.Get(kit.ReturnField), form: true}
	if err != nil || !values.Has("code") {
		return entry, shop.ErrBadRequest
	}
	return entry, nil
}

// target returns the shop's page to go to after the gate.
func (e *entrance) target(returnTo string) string {
	if returnTo == "" {
		return e.home
	}
	return gate.CleanReturn(returnTo)
}

// showRefusal shows the entry page again, with what was wrong.
func (d *Door) showRefusal(w http.ResponseWriter, r *http.Request, e *entrance, entry entry, err error) error {
	refusal, status := kit.Classify(r.Context(), err)
	if errors.Is(err, kit.ErrGateUncheckable) {
		d.LogFailure(r, err)
	}
	kit.SetRetryAfter(w, err)
	w.Header().Set("X-Fehlercode", refusal.Code)
	return d.showGate(w, status, e, entry.returnTo, refusal.Text)
}

func (d *Door) showGate(w http.ResponseWriter, status int, e *entrance, returnTo, problem string) error {
	return pages.Show(w, status, "entrance.html", gateView{
		Layout:   d.NewLayout(e.view.Title),
		View:     e.view,
		Action:   e.action,
		ReturnTo: e.target(returnTo),
		Problem:  problem,
	})
}

// admit opens a session if the code is right.
func (d *Door) admit(w http.ResponseWriter, r *http.Request, e *entrance, code string) error {
	client, err := d.client(r, e)
	if err != nil {
		return uncheckable(err)
	}
	verdict, err := e.throttle.Attempt(r.Context(), client, func() bool { return e.code.Matches(code) })
	if err != nil {
		return uncheckable(err)
	}
	d.logEntry(r, e, verdict)
	if !verdict.Right {
		return whyRefused(verdict)
	}
	session := e.cookie.Start(w)
	e.cookie.DropFormer(w, r)
	if e == d.administration {
		d.begin(r, session)
		d.devices.remember(w, r)
	}
	return nil
}

// logEntry logs every attempt, without the code. fail2ban parses the lines about
// refused ones: see deploy/fail2ban.
func (d *Door) logEntry(r *http.Request, e *entrance, v gate.Verdict) {
	about := append(kit.RequestAttrs(r), slog.String("gate", e.view.Account))
	if v.Right {
		d.Log.LogAttrs(r.Context(), slog.LevelInfo, "code accepted", about...)
		return
	}
	d.refused.WithLabelValues(e.view.Account).Inc()
	d.Log.LogAttrs(r.Context(), slog.LevelWarn, "code refused", append(about,
		slog.String("client", d.Proxies.Network(r)), slog.Int("failures", v.Failures))...)
}

// leaveSite ends the site session and, since the administration is inside the site, the
// administration session too.
func (d *Door) leaveSite(w http.ResponseWriter, r *http.Request) error {
	if err := d.leaveGate(w, r, d.administration); err != nil {
		return err
	}
	return d.leave(w, r, d.site)
}

// leaveAdministration ends the administration session.
func (d *Door) leaveAdministration(w http.ResponseWriter, r *http.Request) error {
	return d.leave(w, r, d.administration)
}

// leave answers a page's button with a page, and other requests with JSON.
func (d *Door) leave(w http.ResponseWriter, r *http.Request, e *entrance) error {
	if err := d.leaveGate(w, r, e); err != nil {
		return err
	}
	if kit.IsForm(r) {
		http.Redirect(w, r, "/", http.StatusSeeOther)
		return nil
	}
	return kit.WriteDone(w)
}

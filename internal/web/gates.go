package web

import (
	"errors"
	"log/slog"
	"net/http"
	"net/url"

	"kontor/internal/gate"
	"kontor/internal/jsvalue"
	"kontor/internal/shop"
)

// maxEntry is the largest body with an access code, in bytes.
const maxEntry = 4 << 10

// returnField names the page to return to, in queries and forms.
const returnField = "weiter"

// entry is what somebody sends to a gate.
type entry struct {
	code     string
	returnTo string
	form     bool // sent by the entry page, which is shown again on refusal
}

// gatePage shows an entry page.
func (s *Server) gatePage(e *entrance) handler {
	return func(w http.ResponseWriter, r *http.Request) error {
		s.forEverybody(r)
		return s.showGate(w, http.StatusOK, e, r.URL.Query().Get(returnField), "")
	}
}

// enter takes an access code, as JSON or from the entry page's form, and opens
// a session for the right one. Spec: Administration gate, flow 3 and 4.
func (s *Server) enter(e *entrance) handler {
	return func(w http.ResponseWriter, r *http.Request) error {
		entry, err := s.readEntry(w, r)
		if err == nil {
			err = s.admit(w, r, e, entry.code)
		}
		switch {
		case err != nil && entry.form:
			return s.showRefusal(w, r, e, entry, err)
		case err != nil:
			return err
		case entry.form:
			http.Redirect(w, r, e.target(entry.returnTo), http.StatusSeeOther)
			return nil
		}
		return writeJSON(w, http.StatusOK, done{OK: true})
	}
}

func (s *Server) readEntry(w http.ResponseWriter, r *http.Request) (entry, error) {
	form := isForm(r)
	if !form && !isJSON(r) {
		return entry{}, errMediaType
	}
	body, err := s.readBody(w, r, maxEntry)
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
	entry := entry{code: values.Get("code"), returnTo: values.Get(returnField), form: true}
	if err != nil || !values.Has("code") {
		return entry, shop.ErrBadRequest
	}
	return entry, nil
}

// target returns the own page to go to after the gate.
func (e *entrance) target(returnTo string) string {
	if returnTo == "" {
		return e.home
	}
	return gate.CleanReturn(returnTo)
}

// showRefusal shows the entry page again, with what was wrong.
func (s *Server) showRefusal(w http.ResponseWriter, r *http.Request, e *entrance, entry entry, err error) error {
	refusal, status := classify(r.Context(), err)
	if errors.Is(err, errGateUncheckable) {
		s.logFailure(r, err)
	}
	tellWhen(w, err)
	w.Header().Set("X-Fehlercode", refusal.Code)
	return s.showGate(w, status, e, entry.returnTo, refusal.Text)
}

func (s *Server) showGate(w http.ResponseWriter, status int, e *entrance, returnTo, problem string) error {
	return s.render(w, status, "entrance.html", gateView{
		layout:   s.layout(e.view.Title),
		View:     e.view,
		Action:   e.action,
		ReturnTo: e.target(returnTo),
		Problem:  problem,
	})
}

// admit opens a session when the code is right.
func (s *Server) admit(w http.ResponseWriter, r *http.Request, e *entrance, code string) error {
	client, err := s.client(r, e)
	if err != nil {
		return uncheckable(err)
	}
	verdict, err := e.throttle.Attempt(r.Context(), client, func() bool { return e.code.Matches(code) })
	if err != nil {
		return uncheckable(err)
	}
	s.logEntry(r, e, verdict)
	if !verdict.Right {
		return whyRefused(verdict)
	}
	e.cookie.Start(w)
	e.cookie.DropFormer(w, r)
	if e == s.administration {
		s.devices.remember(w, r)
	}
	return nil
}

// logEntry leaves a trace of every code that was tried, without the code. What
// refused ones say is read by fail2ban: see deploy/fail2ban.
func (s *Server) logEntry(r *http.Request, e *entrance, v gate.Verdict) {
	about := append(tell(r), slog.String("gate", e.view.Account))
	if v.Right {
		s.log.LogAttrs(r.Context(), slog.LevelInfo, "code accepted", about...)
		return
	}
	s.log.LogAttrs(r.Context(), slog.LevelWarn, "code refused", append(about,
		slog.String("client", s.proxies.Network(r)), slog.Int("failures", v.Failures))...)
}

// leaveSite ends the site session and, since nobody is inside the house any
// more, the administration session.
func (s *Server) leaveSite(w http.ResponseWriter, r *http.Request) error {
	if err := s.administration.leave(w, r); err != nil {
		return err
	}
	return s.leave(w, r, s.site)
}

// leaveAdministration ends the administration session.
func (s *Server) leaveAdministration(w http.ResponseWriter, r *http.Request) error {
	return s.leave(w, r, s.administration)
}

// leave answers a page's button with a page, and others with JSON.
func (s *Server) leave(w http.ResponseWriter, r *http.Request, e *entrance) error {
	if err := e.leave(w, r); err != nil {
		return err
	}
	if isForm(r) {
		http.Redirect(w, r, "/", http.StatusSeeOther)
		return nil
	}
	return writeJSON(w, http.StatusOK, done{OK: true})
}

package storefront

import (
	"crypto/subtle"
	"encoding/json"
	"fmt"
	"log/slog"
	"net/http"
	"regexp"
	"strings"

	"kontor/internal/gate"
	"kontor/internal/shop/account"
	"kontor/internal/web/kit"
)

// maxSignInReturn bounds the page to return to, so that a few pending sign-ins fit into
// one cookie.
const maxSignInReturn = 512

// begunSignIn is what the browser keeps about a sign-in while it is at the provider.
type begunSignIn struct {
	Provider string             `json:"p"`
	State    string             `json:"s"`
	Nonce    string             `json:"n"`
	Verifier string             `json:"v"`
	ReturnTo string             `json:"w"`
	Link     account.SessionKey `json:"k,omitempty"` // the session that adds the provider to its account
}

// beginSignIn answers GET /api/konto/anmelden/:provider: it sends the browser to the
// provider. It changes nothing but the browser's own cookie, so a link suffices, and no
// page's policy for forms stands in the way.
func (s *Storefront) beginSignIn(w http.ResponseWriter, r *http.Request) error {
	if err := checkVisit(w, r); err != nil {
		return err
	}
	provider, ok := s.customers.Provider(r.PathValue("provider"))
	if !ok {
		return kit.ErrNotFound
	}
	if err := s.takeSignIn(r); err != nil {
		return err
	}
	attempt, address, err := s.customers.Begin(r.Context(), provider, s.returnAddress(provider))
	if err != nil {
		return err
	}
	begun := newBegun(provider, attempt, r.URL.Query().Get(kit.ReturnField))
	if err := s.keepBegun(w, r, begun); err != nil {
		return err
	}
	goOn(w, address)
	return nil
}

// goOn redirects the browser, without a body that would repeat the URL.
func goOn(w http.ResponseWriter, address string) {
	w.Header().Set("Location", address)
	w.WriteHeader(http.StatusSeeOther)
}

// checkVisit accepts only a browser that really goes to the page: one that prefetches,
// or only requests the headers, neither begins nor finishes a sign-in.
func checkVisit(w http.ResponseWriter, r *http.Request) error {
	if r.Method != http.MethodGet {
		w.Header().Set("Allow", http.MethodGet)
		return kit.ErrMethod
	}
	if strings.Contains(r.Header.Get("Sec-Purpose")+r.Header.Get("Purpose")+r.Header.Get("X-Moz"), "prefetch") {
		return kit.ErrPrefetch
	}
	return nil
}

// returnAddress returns the URL to which the provider sends the browser back. Each
// provider has its own, so that its answer cannot be mistaken for another provider's.
func (s *Storefront) returnAddress(p account.Provider) string {
	return strings.TrimSuffix(s.BaseURL.String(), "/") + returnRoute + p.Name
}

func newBegun(p account.Provider, attempt account.SignIn, returnTo string) begunSignIn {
	if returnTo = gate.CleanReturn(returnTo); len(returnTo) > maxSignInReturn {
		returnTo = "/"
	}
	return begunSignIn{
		Provider: p.Name, State: attempt.State, Nonce: attempt.Nonce, Verifier: attempt.Verifier, ReturnTo: returnTo,
	}
}

func (s *Storefront) keepBegun(w http.ResponseWriter, r *http.Request, begun begunSignIn) error {
	payload, err := json.Marshal(begun)
	if err != nil {
		return fmt.Errorf("web: keep a sign-in: %w", err)
	}
	s.customers.pending.Begin(w, r, payload)
	return nil
}

// takeBegun returns the sign-in that the state belongs to and removes it, whatever
// happens next, or returns account.ErrSignInMismatch.
func (s *Storefront) takeBegun(w http.ResponseWriter, r *http.Request, p account.Provider, state string) (begun begunSignIn, err error) {
	payload, token := s.customers.pending.Find(r, func(payload []byte) bool {
		var b begunSignIn
		return json.Unmarshal(payload, &b) == nil && b.Provider == p.Name &&
			subtle.ConstantTimeCompare([]byte(b.State), []byte(state)) == 1
	})
	if payload == nil || json.Unmarshal(payload, &begun) != nil {
		return begun, account.ErrSignInMismatch
	}
	s.customers.pending.End(w, r, token)
	return begun, nil
}

// attempt returns what the provider's client needs to finish.
func (b begunSignIn) attempt(returnAddress string) account.SignIn {
	return account.SignIn{State: b.State, Nonce: b.Nonce, Verifier: b.Verifier, RedirectURI: returnAddress}
}

// finishSignIn answers GET /api/konto/rueckkehr/:provider, where the provider sends the
// browser back.
func (s *Storefront) finishSignIn(w http.ResponseWriter, r *http.Request) error {
	w.Header().Set("Referrer-Policy", "no-referrer") // the URL contains the code
	if err := checkVisit(w, r); err != nil {
		return err
	}
	provider, ok := s.customers.Provider(r.PathValue("provider"))
	if !ok {
		return kit.ErrNotFound
	}
	back, err := readSignInReturn(r.URL.RawQuery)
	if err != nil {
		return err
	}
	begun, err := s.takeBegun(w, r, provider, back.state)
	if err != nil {
		return err
	}
	if back.failure != "" {
		return s.notSignedIn(r, provider, back.failure)
	}
	held := s.customers.key(r)
	if back.answer.Code == "" || begun.Link != "" && begun.Link != held {
		return account.ErrSignInMismatch
	}
	identity, err := s.customers.Finish(r.Context(), provider, begun.attempt(s.returnAddress(provider)), back.answer)
	if err != nil {
		return err
	}
	if err := s.arrive(w, r, provider, begun, held, identity); err != nil {
		return err
	}
	goOn(w, begun.ReturnTo)
	return nil
}

// arrive opens a session for the person in place of the browser's previous one, or adds
// the identity to the account of that one, if that was requested.
func (s *Storefront) arrive(w http.ResponseWriter, r *http.Request, p account.Provider, begun begunSignIn, held account.SessionKey, identity account.Identity) error {
	if begun.Link != "" {
		return s.customers.AddIdentity(r.Context(), held, p, identity)
	}
	id, err := s.customers.SignIn(r.Context(), p, identity, held)
	if err != nil {
		return err
	}
	s.customers.session.Keep(w, id)
	return nil
}

var errorCode = regexp.MustCompile(`^[a-z_]{1,40}$`)

// notSignedIn returns the refusal for an error that the provider reports. The
// provider's own words are not shown: anybody can write them into a URL.
func (s *Storefront) notSignedIn(r *http.Request, p account.Provider, failure string) error {
	if failure == "access_denied" {
		return account.ErrSignInCancelled
	}
	if !errorCode.MatchString(failure) {
		failure = "unknown"
	}
	s.Log.LogAttrs(r.Context(), slog.LevelWarn, "sign-in provider reports an error", append(kit.RequestAttrs(r),
		slog.String("provider", p.Name), slog.String("provider_error", failure))...)
	return account.ErrSignInFailed
}

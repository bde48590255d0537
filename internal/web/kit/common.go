package kit

import (
	"log/slog"
	"net/http"
	"net/url"
	"slices"
	"time"

	"kontor/internal/gate"
	"kontor/internal/shop"
	"kontor/internal/shop/tax"
)

// Common is shared by all parts of the web: the shop's settings, and the ways to
// answer.
type Common struct {
	Seller        shop.Seller
	Tax           tax.Seller
	InvoicePrefix string   // of the numbers of invoices
	Slug          string   // prefix of the shop's cookie names
	BaseURL       *url.URL // the URL at which browsers reach the shop; https makes cookies Secure
	Public        bool     // no site session is needed except for the administration
	Rehearsal     bool     // nothing is real: pages and orders are marked
	Proxies       gate.Proxies
	Log           *slog.Logger
	Now           func() time.Time

	// Problem writes the page that explains a refusal to people.
	Problem func(w http.ResponseWriter, r *http.Request, status int, refusal *shop.Error) error
	// Visited reports whether people visit this path of the API, so that its refusals
	// are shown to them as pages.
	Visited func(path string) bool
	// Personal are the names of the cookies with which answers may contain secrets.
	Personal []string
}

// OverTLS reports whether browsers reach the shop over TLS.
func (c *Common) OverTLS() bool { return c.BaseURL.Scheme == "https" }

// OwnCookie returns one of the shop's own cookies. Over https no other host can plant
// it.
func (c *Common) OwnCookie(name string, keys *gate.Keyring) gate.Cookie {
	cookie := gate.Cookie{Name: c.Slug + name, Secure: c.OverTLS(), Keys: keys}
	if cookie.Secure {
		cookie.Name = "__Host-" + cookie.Name
	}
	return cookie
}

// NewRateLimit returns a per-client limit that all instances share.
func (c *Common) NewRateLimit(name string, perMinute int, store gate.Allowances, secret []byte) *gate.RateLimit {
	limit := gate.NewRateLimit(name, perMinute, store, secret)
	limit.Now = c.Now
	return limit
}

// NewLayout returns the common data of every page of the gates and the administration.
func (c *Common) NewLayout(title string) Layout { return Layout{Shop: c.Seller.Name, Title: title} }

// Serve turns a handler into an [http.Handler] that also answers its errors.
func (c *Common) Serve(handle Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if err := handle(w, r); err != nil {
			c.WriteError(w, r, err)
		}
	})
}

// allowRevalidation lets browsers keep an answer and revalidate it; shared caches may
// keep it only while the site is public.
func (c *Common) allowRevalidation(w http.ResponseWriter) {
	policy := "no-cache"
	if !c.Public {
		policy = "private, no-cache"
	}
	w.Header().Set("Cache-Control", policy)
}

// ForEverybody marks a page or JSON without a visitor's data: it may be compressed,
// because its length reveals no secret. Requests with a personal cookie get it
// uncompressed all the same, in case such an answer contains more one day.
func (c *Common) ForEverybody(r *http.Request) {
	ExchangeOf(r).Compress = !slices.ContainsFunc(c.Personal, func(name string) bool {
		_, err := r.Cookie(name)
		return err == nil
	})
}

// RefuseUntil refuses a client that has to wait, and logs its network.
func (c *Common) RefuseUntil(r *http.Request, message string, refusal error, wait time.Duration) error {
	if wait <= 0 {
		return nil
	}
	c.Log.LogAttrs(r.Context(), slog.LevelWarn, message, append(RequestAttrs(r), slog.String("client", c.Proxies.Network(r)))...)
	return Later(refusal, wait)
}

package oidcsim

import (
	"io"
	"net/http"
	"strings"
	"time"
)

// Endpoint is a part of an issuer.
type Endpoint string

const (
	Metadata      Endpoint = "metadata"
	Authorization Endpoint = "authorization"
	Token         Endpoint = "token"
	Keys          Endpoint = "keys"
	UserInfo      Endpoint = "userinfo"
)

// Trouble is what keeps an endpoint from answering.
type Trouble string

const (
	None     Trouble = ""
	Down     Trouble = "down"     // HTTP 500
	Hang     Trouble = "hang"     // takes the request and never answers
	Slow     Trouble = "slow"     // answers after a second
	HTML     Trouble = "html"     // a page instead of JSON
	Empty    Trouble = "empty"    // {}
	Endless  Trouble = "endless"  // an endless answer
	Trickle  Trouble = "trickle"  // an answer that makes no progress
	Padded   Trouble = "padded"   // the right answer behind 2 MiB of white space
	Redirect Trouble = "redirect" // HTTP 307 to another host
	Cut      Trouble = "cut"      // closes the connection without an answer
)

// strayPath is where redirects lead.
const strayPath = "/strayed"

// SetTrouble makes an endpoint fail from now on, or work again with [None].
func (i *Issuer) SetTrouble(e Endpoint, t Trouble) {
	i.mu.Lock()
	defer i.mu.Unlock()
	i.troubles[e] = t
}

// routes returns the handler for all of an issuer's endpoints.
func (i *Issuer) routes() http.Handler {
	mux := http.NewServeMux()
	for pattern, one := range map[string]struct {
		endpoint Endpoint
		answer   http.HandlerFunc
	}{
		"GET /.well-known/openid-configuration": {Metadata, i.serveMetadata},
		"GET /authorize":                        {Authorization, i.serveAuthorization},
		"POST /authorize":                       {Authorization, i.serveChoice},
		"POST /token":                           {Token, i.serveToken},
		"GET /keys":                             {Keys, i.serveKeys},
		"GET /userinfo":                         {UserInfo, i.serveUserInfo},
	} {
		mux.HandleFunc(pattern, i.troubled(one.endpoint, one.answer))
	}
	mux.HandleFunc(strayPath, i.serveStrayed)
	return mux
}

// troubled counts the requests to an endpoint and applies its trouble.
func (i *Issuer) troubled(e Endpoint, answer http.HandlerFunc) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		trouble := i.enter(e, r)
		defer i.leave(r)
		switch trouble {
		case None:
			answer(w, r)
		case Slow:
			if i.wait(r, time.Second) {
				answer(w, r)
			}
		case Padded:
			w.Header().Set("Content-Type", "application/json")
			io.WriteString(w, strings.Repeat(" ", 2<<20))
			answer(w, r)
		case Redirect:
			http.Redirect(w, r, i.stray, http.StatusTemporaryRedirect)
		default:
			i.fail(w, r, trouble)
		}
	}
}

func (i *Issuer) enter(e Endpoint, r *http.Request) Trouble {
	i.mu.Lock()
	defer i.mu.Unlock()
	i.counts[e]++
	i.parents[e] = strings.Join(r.Header.Values("Traceparent"), ",")
	i.open[r] = true
	return i.troubles[e]
}

func (i *Issuer) leave(r *http.Request) {
	i.mu.Lock()
	defer i.mu.Unlock()
	delete(i.open, r)
}

func (i *Issuer) fail(w http.ResponseWriter, r *http.Request, trouble Trouble) {
	switch trouble {
	case Down:
		http.Error(w, `{"error":"server_error","error_description":"person@example.org"}`, http.StatusInternalServerError)
	case Hang:
		io.Copy(io.Discard, r.Body) // so that the server notices when the client leaves
		i.wait(r, time.Hour)
	case HTML:
		w.Header().Set("Content-Type", "text/html")
		io.WriteString(w, "<!DOCTYPE html><title>Wartung</title><p>person@example.org")
	case Empty:
		writeJSON(w, http.StatusOK, map[string]any{})
	case Endless:
		endless(w)
	case Trickle:
		i.trickle(w, r)
	case Cut:
		panic(http.ErrAbortHandler)
	}
}

// wait reports whether the time passed before the client or the issuer went away.
func (i *Issuer) wait(r *http.Request, d time.Duration) bool {
	select {
	case <-time.After(d):
		return true
	case <-r.Context().Done():
	case <-i.closed:
	}
	return false
}

// endless answers until the client goes away.
func endless(w http.ResponseWriter) {
	w.Header().Set("Content-Type", "application/json")
	io.WriteString(w, `{"issuer":"`)
	for chunk := strings.Repeat("x", 64<<10); ; {
		if _, err := io.WriteString(w, chunk); err != nil {
			return
		}
	}
}

// trickle answers with a space now and then, which JSON allows.
func (i *Issuer) trickle(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("Content-Type", "application/json")
	for {
		io.WriteString(w, " ")
		http.NewResponseController(w).Flush()
		if !i.wait(r, 50*time.Millisecond) {
			return
		}
	}
}

func (i *Issuer) serveStrayed(w http.ResponseWriter, _ *http.Request) {
	i.mu.Lock()
	i.strayed++
	i.mu.Unlock()
	w.WriteHeader(http.StatusNoContent)
}

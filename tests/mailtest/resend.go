package mailtest

import (
	"crypto/sha256"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
)

// Resend is a provider with the part of Resend's API that the shop uses. Like the
// original, it accepts only one message per idempotency key.
type Resend struct {
	*switches
	records
	server    *httptest.Server
	elsewhere *httptest.Server
	key       string

	mu      sync.Mutex
	seen    map[string]accepted // by idempotency key
	strayed int
}

type accepted struct {
	fingerprint [sha256.Size]byte
	id          string
}

// StartResend starts a provider that knows one API key. It stops with the test.
func StartResend(t testing.TB, key string) *Resend {
	t.Helper()
	r := &Resend{switches: newSwitches(), key: key, seen: make(map[string]accepted)}
	l, err := listen(r.switches)
	if err != nil {
		t.Fatal(err)
	}
	r.server = httptest.NewUnstartedServer(http.HandlerFunc(r.serve))
	r.server.Listener.Close()
	r.server.Listener = l
	r.server.Start()
	r.elsewhere = httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) {
		r.mu.Lock()
		defer r.mu.Unlock()
		r.strayed++
	}))
	t.Cleanup(func() {
		r.end()
		r.server.CloseClientConnections()
		r.server.Close()
		r.elsewhere.Close()
	})
	return r
}

// URL is the provider's base URL, for RESEND_BASE_URL.
func (r *Resend) URL() string { return r.server.URL }

// Strayed returns how many requests followed a [Redirect] to another server.
func (r *Resend) Strayed() int {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.strayed
}

func (r *Resend) serve(w http.ResponseWriter, request *http.Request) {
	body, err := io.ReadAll(request.Body)
	if err != nil {
		return
	}
	r.attempt()
	fault := r.current()
	switch {
	case request.Method == http.MethodGet && request.URL.Path == "/domains":
		r.listDomains(w, request)
	case request.Method != http.MethodPost || request.URL.Path != "/emails":
		refuse(w, http.StatusNotFound, "not_found")
	case request.ContentLength < 0: // like the relays in front of a provider
		refuse(w, http.StatusLengthRequired, "length_required")
	case request.Header.Get("Authorization") != "Bearer "+r.key:
		refuse(w, http.StatusForbidden, "invalid_api_key")
	case fault == Redirect:
		http.Redirect(w, request, r.elsewhere.URL, http.StatusTemporaryRedirect)
	case fault == Endless:
		endless(w)
	case fault == TooMany:
		w.Header().Set("Retry-After", "1")
		refuse(w, fault.status(), "rate_limit_exceeded")
	case fault == RejectSender:
		refuse(w, fault.status(), "invalid_from_address")
	case fault.status() != 0:
		refuse(w, fault.status(), "validation_error")
	default:
		status, content := r.accept(request.Header, body)
		r.dropAnswer(request, fault)
		answer(w, status, content)
	}
}

// listDomains refuses, like the original, keys that may only send.
func (r *Resend) listDomains(w http.ResponseWriter, request *http.Request) {
	if request.Header.Get("Authorization") != "Bearer "+r.key {
		refuse(w, http.StatusUnauthorized, "invalid_api_key")
		return
	}
	refuse(w, http.StatusUnauthorized, "restricted_api_key")
}

// dropAnswer ends the handler, and with it the connection, if the fault keeps the
// client from learning that its message was accepted.
func (r *Resend) dropAnswer(request *http.Request, fault Fault) {
	switch fault {
	case HangAfterAccept:
		select {
		case <-request.Context().Done():
		case <-r.closed:
		}
		panic(http.ErrAbortHandler)
	case CrashAfterAccept:
		panic(http.ErrAbortHandler)
	}
}

// accept accepts a message unless it has one with the same key.
func (r *Resend) accept(header http.Header, body []byte) (status int, content map[string]any) {
	key := header.Get("Idempotency-Key")
	message, err := parseRequest(body)
	if err != nil {
		return refusal(http.StatusUnprocessableEntity, "missing_required_field")
	}
	message.Key, message.Parent = key, strings.Join(header.Values("Traceparent"), ",")
	r.mu.Lock()
	defer r.mu.Unlock()
	earlier, known := r.seen[key]
	fingerprint := sha256.Sum256(body)
	switch {
	case known && earlier.fingerprint != fingerprint:
		return refusal(http.StatusConflict, "invalid_idempotent_request")
	case !known:
		earlier = accepted{fingerprint, fmt.Sprintf("mail-%d", len(r.seen)+1)}
		r.seen[key] = earlier
		r.add(message)
	}
	return http.StatusOK, map[string]any{"id": earlier.id}
}

package oidcsim

import (
	"crypto/rsa"
	"io"
	"log"
	"maps"
	"net"
	"net/http"
	"sync"
	"time"
)

// Options are the settings of an issuer.
type Options struct {
	Label                  string // its name on its page
	ClientID, ClientSecret string // the only client it knows; the secret is checked
	People                 []Person
	Pages                  bool             // ask which person to be; otherwise the first of People signs in at once
	Now                    func() time.Time // nil: time.Now
}

// Issuer is a running sign-in provider.
type Issuer struct {
	options  Options
	url      string
	stray    string // a URL on another host that redirects lead to
	server   *http.Server
	closed   chan struct{}
	finished chan struct{}

	mu        sync.Mutex
	person    Person
	faults    map[Fault]bool
	troubles  map[Endpoint]Trouble
	counts    map[Endpoint]int
	parents   map[Endpoint]string
	open      map[*http.Request]bool
	strayed   int
	key       *signingKey
	foreign   *signingKey // never published
	grants    map[string]*grant
	sessions  map[string]Person // by access token
	exchanges []Exchange
}

// Listen starts an issuer at an address of this computer, 127.0.0.1:0 for any
// free port. The caller closes it.
func Listen(addr string, o Options) (*Issuer, error) {
	listener, err := net.Listen("tcp", addr)
	if err != nil {
		return nil, err
	}
	_, port, _ := net.SplitHostPort(listener.Addr().String())
	if o.Now == nil {
		o.Now = time.Now
	}
	if len(o.People) == 0 {
		o.People = People()
	}
	i := &Issuer{
		options: o, url: "http://" + listener.Addr().String(), stray: "http://localhost:" + port + strayPath,
		closed: make(chan struct{}), finished: make(chan struct{}),
		person: o.People[0], key: takeKey(), foreign: takeKey(),
		faults: make(map[Fault]bool), troubles: make(map[Endpoint]Trouble), counts: make(map[Endpoint]int), parents: make(map[Endpoint]string),
		open:   make(map[*http.Request]bool),
		grants: make(map[string]*grant), sessions: make(map[string]Person),
	}
	i.server = &http.Server{Handler: i.routes(), ErrorLog: log.New(io.Discard, "", 0), ReadHeaderTimeout: 10 * time.Second}
	go func() {
		defer close(i.finished)
		i.server.Serve(listener)
	}()
	return i, nil
}

// Close stops the issuer and everything that it keeps waiting.
func (i *Issuer) Close() error {
	close(i.closed)
	err := i.server.Close()
	<-i.finished
	returnKeys(i.key, i.foreign)
	return err
}

// Test is the part of testing.TB that an issuer needs. It is declared here so that
// programs other than tests can import this package.
type Test interface {
	Helper()
	Cleanup(func())
	Fatal(...any)
}

// Start starts an issuer that stops with the test. If the options name no client, it
// knows the client "shop".
func Start(t Test, o Options) *Issuer {
	t.Helper()
	if o.ClientID == "" {
		o.ClientID, o.ClientSecret = "shop", "c:ß/%+&= secret"
	}
	i, err := Listen("127.0.0.1:0", o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { i.Close() })
	return i
}

// URL is the issuer's name, below which its metadata are.
func (i *Issuer) URL() string { return i.url }

// ClientID returns the id of the known client.
func (i *Issuer) ClientID() string { return i.options.ClientID }

// ClientSecret returns the secret of the known client.
func (i *Issuer) ClientSecret() string { return i.options.ClientSecret }

// SetPerson sets who signs in from now on if no page asks.
func (i *Issuer) SetPerson(p Person) {
	i.mu.Lock()
	defer i.mu.Unlock()
	i.person = p
}

// Count returns the number of requests to an endpoint.
func (i *Issuer) Count(e Endpoint) int {
	i.mu.Lock()
	defer i.mu.Unlock()
	return i.counts[e]
}

// Parents returns the traceparent of the latest request to each endpoint; empty: it had
// none.
func (i *Issuer) Parents() map[Endpoint]string {
	i.mu.Lock()
	defer i.mu.Unlock()
	return maps.Clone(i.parents)
}

// Idle reports whether every request ended within the time, so that nobody still waits
// for an answer.
func (i *Issuer) Idle(within time.Duration) bool {
	for deadline := time.Now().Add(within); ; time.Sleep(5 * time.Millisecond) {
		i.mu.Lock()
		open := len(i.open)
		i.mu.Unlock()
		if open == 0 || time.Now().After(deadline) {
			return open == 0
		}
	}
}

// Strayed returns how many requests followed a redirect to another host.
func (i *Issuer) Strayed() int {
	i.mu.Lock()
	defer i.mu.Unlock()
	return i.strayed
}

// Exchanges returns the token endpoint's requests and answers, in order.
func (i *Issuer) Exchanges() []Exchange {
	i.mu.Lock()
	defer i.mu.Unlock()
	return append([]Exchange(nil), i.exchanges...)
}

func (i *Issuer) has(f Fault) bool {
	i.mu.Lock()
	defer i.mu.Unlock()
	return i.faults[f]
}

// signer returns the issuer's published signing key with its id, and its hidden one.
func (i *Issuer) signer() (own, foreign *rsa.PrivateKey, id string) {
	i.mu.Lock()
	defer i.mu.Unlock()
	return i.key.private, i.foreign.private, i.key.id
}

package oidcsim

import (
	"crypto/rsa"
	"io"
	"log"
	"net"
	"net/http"
	"sync"
	"time"
)

// Options are how an issuer behaves.
type Options struct {
	Label                  string // its name on its page
	ClientID, ClientSecret string // the only client it knows; the secret is compared
	People                 []Person
	Pages                  bool             // asks who to be; otherwise the first of People signs in at once
	Now                    func() time.Time // nil: time.Now
}

// Issuer is a running sign-in provider.
type Issuer struct {
	options  Options
	url      string
	stray    string // an address on another host, to which redirects lead
	server   *http.Server
	closed   chan struct{}
	finished chan struct{}

	mu        sync.Mutex
	person    Person
	faults    map[Fault]bool
	troubles  map[Endpoint]Trouble
	counts    map[Endpoint]int
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
		faults: make(map[Fault]bool), troubles: make(map[Endpoint]Trouble), counts: make(map[Endpoint]int),
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

// Close ends the issuer and everything that it keeps waiting.
func (i *Issuer) Close() error {
	close(i.closed)
	err := i.server.Close()
	<-i.finished
	returnKeys(i.key, i.foreign)
	return err
}

// Test is what a test offers. It is declared here so that programs without tests
// can hold an issuer too.
type Test interface {
	Helper()
	Cleanup(func())
	Fatal(...any)
}

// Start starts an issuer that ends with the test. Without a client in the options
// it knows the client "shop".
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

// ClientID and ClientSecret are the known client's.
func (i *Issuer) ClientID() string { return i.options.ClientID }

// ClientSecret is what the known client proves itself with.
func (i *Issuer) ClientSecret() string { return i.options.ClientSecret }

// SetPerson changes who signs in from now on where no page asks.
func (i *Issuer) SetPerson(p Person) {
	i.mu.Lock()
	defer i.mu.Unlock()
	i.person = p
}

// Count returns how often an endpoint was asked.
func (i *Issuer) Count(e Endpoint) int {
	i.mu.Lock()
	defer i.mu.Unlock()
	return i.counts[e]
}

// Idle reports whether every request ended within the time: nobody waits for an
// answer that does not come.
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

// Exchanges returns what the token endpoint was asked and answered, in order.
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

// signer returns the keys that the issuer signs with and that it hides.
func (i *Issuer) signer() (own, foreign *rsa.PrivateKey, id string) {
	i.mu.Lock()
	defer i.mu.Unlock()
	return i.key.private, i.foreign.private, i.key.id
}

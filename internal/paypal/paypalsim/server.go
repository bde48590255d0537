package paypalsim

import (
	"crypto/rand"
	"errors"
	"net"
	"net/http"
	"sync"
	"time"

	"kontor/internal/shop"
	"kontor/internal/shop/payment"
)

// Options are the settings of a [Server].
type Options struct {
	ClientID, Secret string // the one merchant that it knows
	WebhookID        string // notifications are signed for this id
	WebhookURL       string // where notifications go; empty: nowhere, see [Server.SendWebhooksTo]
	Addr             string // where it listens; empty: a free port of this computer
	Now              func() time.Time

	TokenLife       time.Duration // 0: nine hours
	BlockDuplicates bool          // the merchant's setting that refuses reused invoice ids

	// Check sees every request first, and CheckAnswer every success that is not
	// replaced by a fault; their errors are recorded as [Server.Violations].
	Check       func(r *http.Request, body []byte) error
	CheckAnswer func(r *http.Request, status int, body []byte) error
}

// Server is the simulated PayPal.
type Server struct {
	options  Options
	http     *http.Server
	url      string
	closed   chan struct{}
	serving  sync.WaitGroup
	webhooks *webhooks
	strayed  *stray

	mu         sync.Mutex
	orders     map[string]*order
	captures   map[string]*capture
	refunds    map[string]*refund
	disputes   []*dispute        // oldest first
	delay      time.Duration     // see DelayTransactions
	pageLimit  int               // see LimitPages
	planned    map[string][]Plan // by order, "" for any
	refusing   []Plan            // of refunds
	dislikes   string            // the issue of orders with an address; empty: they are welcome
	tokens     map[string]time.Time
	memory     map[string]memory
	busy       map[string]bool // request ids under way
	faults     map[Operation][]Fault
	calls      map[Operation]int
	parents    map[Operation]string
	violations []string
	watch      func(Operation, Moment)

	denied       bool                         // the credentials are refused
	registration func() *payment.Registration // of the merchant's webhook; its result may be nil
}

// Operation is a kind of request to PayPal.
type Operation string

const (
	Token       Operation = "token"
	Create      Operation = "create"
	Read        Operation = "read"
	Capture     Operation = "capture"
	ReadCapture Operation = "read capture"
	Refund      Operation = "refund"
	ReadRefund  Operation = "read refund"
	Verify      Operation = "verify"

	ListDisputes       Operation = "list disputes"
	ReadDispute        Operation = "read dispute"
	SearchTransactions Operation = "search transactions"
	ReadWebhook        Operation = "read webhook"
)

// Operations are all operations.
var Operations = []Operation{
	Token, Create, Read, Capture, ReadCapture, Refund, ReadRefund, Verify, ListDisputes, ReadDispute, SearchTransactions, ReadWebhook,
}

// Start starts a server, which the caller closes.
func Start(options Options) (*Server, error) {
	if options.Addr == "" {
		options.Addr = "127.0.0.1:0"
	}
	if options.Now == nil {
		options.Now = time.Now
	}
	if options.TokenLife == 0 {
		options.TokenLife = 9 * time.Hour
	}
	listener, err := net.Listen("tcp", options.Addr)
	if err != nil {
		return nil, err
	}
	s := &Server{
		options: options, url: "http://" + listener.Addr().String(), closed: make(chan struct{}),
		orders: make(map[string]*order), captures: make(map[string]*capture), refunds: make(map[string]*refund),
		planned: make(map[string][]Plan), tokens: make(map[string]time.Time), memory: make(map[string]memory),
		busy: make(map[string]bool), faults: make(map[Operation][]Fault), calls: make(map[Operation]int), parents: make(map[Operation]string),
	}
	if s.strayed, err = startStray(); err != nil {
		return nil, errors.Join(err, listener.Close())
	}
	s.webhooks = newWebhooks(s)
	s.registration = s.allEvents
	s.http = &http.Server{Handler: s.routes(), ReadHeaderTimeout: 10 * time.Second}
	s.serving.Go(func() { s.http.Serve(listener) })
	return s, nil
}

// URL is the base URL, for PAYPAL_BASE_URL.
func (s *Server) URL() string { return s.url }

// Close stops the server and everything that hangs in it.
func (s *Server) Close() error {
	close(s.closed)
	err := errors.Join(s.http.Close(), s.strayed.Close())
	s.webhooks.close()
	s.serving.Wait()
	return err
}

// HangUp closes idle connections.
func (s *Server) HangUp() {
	s.http.SetKeepAlivesEnabled(false)
	s.http.SetKeepAlivesEnabled(true)
}

func (s *Server) routes() http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("POST /v1/oauth2/token", s.operation(Token, s.grantToken))
	mux.HandleFunc("POST /v2/checkout/orders", s.operation(Create, s.create))
	mux.HandleFunc("GET /v2/checkout/orders/{id}", s.operation(Read, s.read))
	mux.HandleFunc("POST /v2/checkout/orders/{id}/capture", s.operation(Capture, s.capture))
	mux.HandleFunc("GET /v2/payments/captures/{id}", s.operation(ReadCapture, s.readCapture))
	mux.HandleFunc("POST /v2/payments/captures/{id}/refund", s.operation(Refund, s.refund))
	mux.HandleFunc("GET /v2/payments/refunds/{id}", s.operation(ReadRefund, s.readRefund))
	mux.HandleFunc("POST /v1/notifications/verify-webhook-signature", s.operation(Verify, s.verify))
	mux.HandleFunc("GET "+disputesPath, s.operation(ListDisputes, s.listDisputes))
	mux.HandleFunc("GET "+disputesPath+"/{id}", s.operation(ReadDispute, s.readDispute))
	mux.HandleFunc("GET /v1/reporting/transactions", s.operation(SearchTransactions, s.searchTransactions))
	mux.HandleFunc("GET /v1/notifications/webhooks/{id}", s.operation(ReadWebhook, s.readWebhook))
	s.pages(mux)
	mux.HandleFunc("/", func(w http.ResponseWriter, r *http.Request) {
		s.violate("%s %s does not exist", r.Method, r.URL.Path)
		notFound().write(w)
	})
	return mux
}

// newID makes an id in PayPal's format.
func newID() string { return rand.Text()[:17] }

func euro(c shop.Cents) payment.PayPalAmount {
	return payment.PayPalAmount{Cents: c, Currency: payment.CurrencyEuro}
}

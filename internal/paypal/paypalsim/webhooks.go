package paypalsim

import (
	"bytes"
	"context"
	"io"
	"net/http"
	"slices"
	"sync"
	"time"
)

// Event is a notification.
type Event struct {
	ID, Type string
	Body     []byte // exactly these bytes are signed
}

// How an undelivered notification is retried. The real PayPal tries 25 times in three
// days.
const (
	maxTries  = 25
	firstWait = 100 * time.Millisecond
	longest   = 5 * time.Second
)

// webhooks stores the notifications and delivers them.
type webhooks struct {
	server  *Server
	client  *http.Client
	running sync.WaitGroup
	ctx     context.Context
	cancel  context.CancelFunc

	mu     sync.Mutex
	url    string // empty: they wait
	events []Event
	sent   int // number of events whose delivery has begun
}

func newWebhooks(s *Server) *webhooks {
	w := &webhooks{server: s, client: &http.Client{Timeout: 30 * time.Second}, url: s.options.WebhookURL}
	w.ctx, w.cancel = context.WithCancel(context.Background())
	return w
}

func (w *webhooks) close() {
	w.cancel()
	w.running.Wait()
	w.client.CloseIdleConnections()
}

func (w *webhooks) add(event Event) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.events = append(w.events, event)
	w.deliver()
}

// deliver starts delivering the pending notifications, if there is a URL.
func (w *webhooks) deliver() {
	if w.url == "" || w.ctx.Err() != nil {
		return
	}
	for _, event := range w.events[w.sent:] {
		w.running.Go(func() { w.insist(event) })
	}
	w.sent = len(w.events)
}

// insist delivers a notification until it is accepted.
func (w *webhooks) insist(event Event) {
	wait := firstWait
	for range maxTries {
		if status, err := w.server.Deliver(w.ctx, event); err == nil && status/100 == 2 {
			return
		}
		select {
		case <-time.After(wait):
		case <-w.ctx.Done():
			return
		}
		wait = min(2*wait, longest)
	}
}

// SendWebhooksTo makes the server deliver its notifications to a URL by itself: the
// pending ones and all future ones. With an empty URL they wait.
func (s *Server) SendWebhooksTo(url string) {
	s.webhooks.mu.Lock()
	defer s.webhooks.mu.Unlock()
	s.webhooks.url = url
	s.webhooks.deliver()
}

// Events returns all notifications so far, oldest first, delivered or not.
func (s *Server) Events() []Event {
	s.webhooks.mu.Lock()
	defer s.webhooks.mu.Unlock()
	return slices.Clone(s.webhooks.events)
}

// Deliver delivers a notification once, freshly signed, and returns the status of the
// answer.
func (s *Server) Deliver(ctx context.Context, event Event) (int, error) {
	return s.Post(ctx, s.Sign(event.Body), event.Body)
}

// Post sends arbitrary headers and bytes to the webhook's URL, for example a forgery.
func (s *Server) Post(ctx context.Context, header http.Header, body []byte) (int, error) {
	s.webhooks.mu.Lock()
	url := s.webhooks.url
	s.webhooks.mu.Unlock()
	request, err := http.NewRequestWithContext(ctx, http.MethodPost, url, bytes.NewReader(body))
	if err != nil {
		return 0, err
	}
	request.Header = header
	response, err := s.webhooks.client.Do(request)
	if err != nil {
		return 0, err
	}
	defer response.Body.Close()
	io.Copy(io.Discard, io.LimitReader(response.Body, 1<<20))
	return response.StatusCode, nil
}

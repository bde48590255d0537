package outbox

import (
	"context"
	"crypto/rand"
	"encoding/hex"
	"log/slog"
	"sync"
	"sync/atomic"
	"time"

	"kontor/internal/rescue"
	"kontor/internal/shop"
	"kontor/internal/shop/message"
	"kontor/internal/shop/order"
)

// Queue is what the outbox needs from the database.
type Queue interface {
	Order(ctx context.Context, id int64) (order.Details, error)
	Document(ctx context.Context, id int64, number string) (order.Filed, order.Content, error)
	ClaimMessages(ctx context.Context, limit int, at time.Time) ([]message.Message, error)
	KeepContent(context.Context, *message.Message) (bool, error)
	SettleMessage(context.Context, *message.Message) error
	HastenMessages(ctx context.Context, at time.Time) error
	NextMessageAt(context.Context) (time.Time, error)
}

const (
	// firstWait is how long an answer waits for the first attempts at the messages that
	// it caused.
	firstWait = 4 * time.Second
	// sendLimit ends attempts whose mailer does not. It is well below
	// message.ClaimLife, so that nobody else sends the same message meanwhile.
	sendLimit = time.Minute
	// firstAtOnce is the number of slots for simultaneous first attempts, so that a
	// hanging sender does not accumulate work. If all are taken, the caller does not
	// wait: the worker makes the attempt.
	firstAtOnce = 64
	// closeWait is how long Close waits for attempts in progress.
	closeWait = 5 * time.Second
)

// Outbox sends the messages that the shop owes: each at once, and repeatedly until it
// succeeds, see [Outbox.Run]. The pending ones exist only in the store.
type Outbox struct {
	// Limit bounds the messages to a customer's address; the zero value: no limit. It
	// is set before the first message.
	Limit message.MailLimit
	// Count is called with the state in which an attempt left its message, or with
	// message.Held. It is set before the first message; nil: nobody wants to know.
	Count func(message.State)

	store  Queue
	mailer Mailer
	now    func() time.Time
	log    *slog.Logger

	sending context.Context // ends attempts that outlast Close
	abandon context.CancelFunc
	slots   chan struct{} // one for each slot for first attempts
	wake    chan struct{} // wakes the worker when messages wait for it
	outage  atomic.Bool   // the sender was away, or may have been before the start

	mu       sync.Mutex // guards closed while attempts begin
	closed   bool
	attempts sync.WaitGroup
}

// NewOutbox returns an outbox that sends through a mailer. The caller closes it before
// the store.
func NewOutbox(store Queue, mailer Mailer, now func() time.Time, log *slog.Logger) *Outbox {
	ctx, cancel := context.WithCancel(context.Background())
	o := &Outbox{
		store: store, mailer: mailer, now: shop.Clock(now), log: log,
		sending: ctx, abandon: cancel,
		slots: make(chan struct{}, firstAtOnce), wake: make(chan struct{}, 1),
	}
	o.outage.Store(true)
	return o
}

// Close waits briefly for the attempts in progress, then cancels them: the next process
// sends their messages.
func (o *Outbox) Close() {
	o.mu.Lock()
	o.closed = true
	o.mu.Unlock()
	patience := time.AfterFunc(closeWait, o.abandon)
	defer patience.Stop()
	o.attempts.Wait()
	o.abandon()
}

// begin runs an attempt in the background, unless the outbox is closed.
func (o *Outbox) begin(attempt func()) bool {
	o.mu.Lock()
	defer o.mu.Unlock()
	if !o.closed {
		o.attempts.Go(func() { rescue.Run(o.log, "outbox", attempt) })
	}
	return !o.closed
}

// Configured reports whether there is a sender. A nil outbox has none.
func (o *Outbox) Configured() bool { return o != nil && o.mailer.Configured() }

// MailLimit returns the limit of a customer's address. There is none without a sender.
func (o *Outbox) MailLimit() message.MailLimit {
	if !o.Configured() {
		return message.MailLimit{}
	}
	return o.Limit
}

func (o *Outbox) count(state message.State) {
	if o.Count != nil {
		o.Count(state)
	}
}

// available reports whether an attempt could succeed, and remembers an outage.
func (o *Outbox) available() bool {
	available := o.mailer.Available()
	if !available {
		o.outage.Store(true)
	}
	return available
}

// reserve returns how to send messages that become due now. [message.SendingNow] comes
// with a slot.
func (o *Outbox) reserve() message.Sending {
	switch {
	case !o.Configured():
		return message.SendingOff
	case !o.available():
		return message.SendingPaused
	}
	select {
	case o.slots <- struct{}{}:
		return message.SendingNow
	default:
		return message.SendingLater
	}
}

// Owed returns the messages that a new order causes, except those about its twins.
// Their keys are derived from the attempt to place the order, since it has no number
// yet.
// Spec: POST /api/orders, rule 5.
func Owed(order *order.Order, attempt string, s message.Sending) []message.Message {
	return []message.Message{
		messageAbout(order, message.KindOperatorOrder, attempt, s, order.CreatedAt),
		messageAbout(order, message.KindConfirmation, attempt, s, order.CreatedAt),
	}
}

// messageAbout returns a message about an order that becomes due at the given time. Its
// key is as unique as the attempt.
func messageAbout(order *order.Order, kind message.Kind, attempt string, s message.Sending, at time.Time) message.Message {
	m := message.Message{
		Key: "bestellung-" + attempt + "-" + string(kind), Kind: kind, OrderID: order.ID,
		Language: order.Language, To: order.Customer.Email, CreatedAt: at,
	}
	if kind.ToOperator() {
		m.Language, m.To = shop.Languages[0], ""
	}
	m.Begin(s, at)
	return m
}

// AttemptID returns a globally unique id. It begins with the time, so that its index
// grows at its end.
func AttemptID(now time.Time) string {
	var id [16]byte
	rand.Read(id[:]) // never fails
	ms := now.UnixMilli()
	for i := range 6 {
		id[i] = byte(ms >> (40 - 8*i))
	}
	return hex.EncodeToString(id[:])
}

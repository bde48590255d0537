package audit

import (
	"context"
	"strings"
	"time"

	"kontor/internal/shop"
	"kontor/internal/shop/message"
	"kontor/internal/shop/outbox"
)

// Store stores the log and the sessions of the administration. Each method is one
// transaction.
type Store interface {
	Reader
	// Record stores entries as the context's, see [With].
	Record(ctx context.Context, entries ...Entry) error
	Entries(context.Context, Filter) (Page, error)
	AuditHead(context.Context) (Head, error)
	CutAudit(ctx context.Context, before time.Time) error
	// BeginOperatorSession stores a session with its entry and the messages about it.
	BeginOperatorSession(ctx context.Context, by By, s Session, owed ...message.Message) error
	UseOperatorSessions(context.Context, []Session) error
	OperatorSessions(ctx context.Context, at time.Time) ([]Session, error)
	EndOperatorSession(ctx context.Context, id string, at time.Time) error
	EndOtherOperatorSessions(ctx context.Context, own string, at time.Time) (int, error)
	NameOperatorSession(ctx context.Context, s Session, name string) error
}

// Service has the use cases on the log and on the sessions of the administration.
type Service struct {
	// ReportDevices has the operator mailed about each new device that enters the
	// administration. It is set before the first request.
	ReportDevices bool

	store  Store
	outbox *outbox.Outbox
	now    func() time.Time
}

// New returns the use cases on a store. The outbox may be nil.
func New(store Store, outbox *outbox.Outbox, now func() time.Time) *Service {
	return &Service{store: store, outbox: outbox, now: shop.Clock(now)}
}

// Record stores an entry about what changes nothing, such as a download, before it is
// done.
func (s *Service) Record(ctx context.Context, e Entry) error { return s.store.Record(ctx, e) }

// Entries returns one page of the log, newest first.
func (s *Service) Entries(ctx context.Context, f Filter) (Page, error) {
	return s.store.Entries(ctx, f)
}

// Head returns the newest row's number and hash.
func (s *Service) Head(ctx context.Context) (Head, error) { return s.store.AuditHead(ctx) }

// years is how long entries are kept.
const years = 3

// Cut removes entries that are older than three years, once a month at most.
func (s *Service) Cut(ctx context.Context) error {
	now := s.now().In(shop.Berlin)
	before := time.Date(now.Year()-years, now.Month(), 1, 0, 0, 0, 0, shop.Berlin)
	return s.store.CutAudit(Command(ctx, Program, now), before)
}

// Begin stores a session that has just begun, and mails the operator about a new device.
func (s *Service) Begin(ctx context.Context, by By, session Session, newToShop bool) error {
	if !newToShop || !s.ReportDevices {
		return s.store.BeginOperatorSession(ctx, by, session)
	}
	return s.outbox.Owe(func(sending message.Sending) error {
		return s.store.BeginOperatorSession(ctx, by, session, newDevice(&session, sending))
	})
}

// Use stores when sessions were last used.
func (s *Service) Use(ctx context.Context, used []Session) error {
	return s.store.UseOperatorSessions(ctx, used)
}

// Sessions returns the sessions of the administration, the latest first.
func (s *Service) Sessions(ctx context.Context) ([]Session, error) {
	return s.store.OperatorSessions(ctx, s.now())
}

// End ends a session at once, on all instances. Errors: [ErrSessionNotFound].
func (s *Service) End(ctx context.Context, id string) error {
	return s.store.EndOperatorSession(ctx, id, s.now())
}

// EndOthers ends all sessions but the operator's own, and returns their number.
func (s *Service) EndOthers(ctx context.Context, own string) (int, error) {
	return s.store.EndOtherOperatorSessions(ctx, own, s.now())
}

// SetName stores the name that the operator of a session gives, and returns it. Errors:
// [ErrName].
func (s *Service) SetName(ctx context.Context, of Session, name string) (string, error) {
	name = strings.TrimSpace(name)
	if err := CheckName(name); err != nil {
		return "", err
	}
	return name, s.store.NameOperatorSession(ctx, of, name)
}

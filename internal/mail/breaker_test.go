package mail_test

import (
	"context"
	"errors"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"kontor/internal/mail"
	"kontor/internal/shop/message"
)

var errDown = errors.New("down")

// scripted is a mailer whose sender gives prepared answers and counts attempts.
type scripted struct {
	*mail.Mailer
	t      *testing.T
	asked  atomic.Int32
	answer atomic.Pointer[error]
}

func newScripted(t *testing.T) *scripted {
	s := &scripted{t: t, Mailer: newMailer(t, func(o *mail.Options) { o.SMTPURL = "smtp://127.0.0.1:25" })}
	s.SendWith(func(context.Context, string) error {
		s.asked.Add(1)
		if err := s.answer.Load(); err != nil {
			return *err
		}
		return nil
	})
	return s
}

func (s *scripted) send() error {
	return s.Send(s.t.Context(), &message.Message{Kind: message.KindConfirmation, To: "max@example.org", Content: new(message.MailContent)})
}

// fail makes the sender fail until the breaker opens.
func (s *scripted) fail() {
	s.t.Helper()
	s.answer.Store(&errDown)
	for range mail.Tolerated {
		if err := s.send(); !errors.Is(err, errDown) {
			s.t.Fatalf("before the breaker opens: %v", err)
		}
	}
}

// R19: the breaker opens after a few failures, makes one attempt after a pause of at
// most 30 s, and closes when that succeeds.
func TestR19_BreakerOpensAsksAndCloses(t *testing.T) {
	t.Parallel()
	if mail.Pause > 30*time.Second {
		t.Fatalf("the pause is %v", mail.Pause)
	}
	synctest.Test(t, func(t *testing.T) {
		s := newScripted(t)
		s.fail()
		for range 100 {
			if err := s.send(); !errors.Is(err, message.ErrMailPaused) || s.Available() {
				t.Fatalf("open: %v, available %v", err, s.Available())
			}
		}
		time.Sleep(mail.Pause + time.Millisecond)
		if !s.Available() {
			t.Error("after the pause nothing may be tried")
		}
		if err := s.send(); !errors.Is(err, errDown) {
			t.Errorf("after the pause: %v", err)
		}
		if err := s.send(); !errors.Is(err, message.ErrMailPaused) {
			t.Errorf("after one more failure: %v", err)
		}
		time.Sleep(mail.Pause + time.Millisecond)
		s.answer.Store(nil)
		for range 3 {
			if err := s.send(); err != nil || !s.Available() {
				t.Errorf("after recovery: %v", err)
			}
		}
		if asked := s.asked.Load(); asked != mail.Tolerated+1+3 {
			t.Errorf("the sender was asked %d times", asked)
		}
	})
}

func TestBreakerAsksOneAtATime(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s := newScripted(t)
		s.fail()
		time.Sleep(mail.Pause + time.Millisecond)
		release := make(chan struct{})
		var asked atomic.Int32
		s.SendWith(func(context.Context, string) error {
			asked.Add(1)
			<-release
			return nil
		})
		var probes sync.WaitGroup
		for range 20 {
			probes.Go(func() {
				if err := s.send(); err != nil && !errors.Is(err, message.ErrMailPaused) {
					t.Error(err)
				}
			})
		}
		synctest.Wait()
		if asked.Load() != 1 || s.Available() {
			t.Errorf("%d ask at once, available %v", asked.Load(), s.Available())
		}
		close(release)
		probes.Wait()
		if !s.Available() {
			t.Error("it works and is not available")
		}
	})
}

// Neither a refused message nor a cancelled caller means that the sender is down.
func TestBreakerCountsOnlyFailures(t *testing.T) {
	t.Parallel()
	s := newScripted(t)
	for _, answer := range []error{message.ErrMailRefused.With("nein"), nil} {
		s.answer.Store(&errDown)
		for range mail.Tolerated - 1 {
			s.send()
		}
		s.answer.Store(&answer)
		if err := s.send(); !errors.Is(err, answer) {
			t.Errorf("%v instead of %v", err, answer)
		}
	}
	s.SendWith(func(ctx context.Context, _ string) error { <-ctx.Done(); return ctx.Err() })
	for range 2 * mail.Tolerated {
		ctx, cancel := context.WithCancel(t.Context())
		cancel()
		s.Send(ctx, &message.Message{Kind: message.KindConfirmation, To: "max@example.org", Content: new(message.MailContent)})
	}
	if !s.Available() {
		t.Error("the breaker is open")
	}
}

func TestAttemptsHaveALimitOfTheirOwn(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s := newScripted(t)
		s.SendWith(func(ctx context.Context, _ string) error { <-ctx.Done(); return ctx.Err() })
		begun := time.Now()
		if err := s.send(); !errors.Is(err, context.DeadlineExceeded) || err.Error() != "Der Maildienst hat nicht rechtzeitig geantwortet." {
			t.Errorf("error %v", err)
		}
		if took := time.Since(begun); took != mail.SendLimit {
			t.Errorf("it took %v", took)
		}
	})
}

// A hanging sender does not accumulate attempts.
func TestOnlySoManyAttemptsAtOnce(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s := newScripted(t)
		var now, most atomic.Int32
		s.SendWith(func(context.Context, string) error {
			most.Store(max(most.Load(), now.Add(1)))
			time.Sleep(time.Second)
			now.Add(-1)
			return nil
		})
		var all sync.WaitGroup
		for range 5 * mail.Parallel {
			all.Go(func() {
				if err := s.send(); err != nil {
					t.Error(err)
				}
			})
		}
		all.Wait()
		if most.Load() != mail.Parallel {
			t.Errorf("%d at once", most.Load())
		}
	})
}

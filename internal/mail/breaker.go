package mail

import (
	"context"
	"errors"
	"log/slog"
	"time"

	"github.com/sony/gobreaker/v2"

	"kontor/internal/shop/message"
)

const (
	// tolerated is how many attempts in a row may fail before the breaker opens.
	tolerated = 3
	// pause is how long it stays open before one attempt is let through.
	pause = 15 * time.Second
)

// breaker stops attempts while a sender keeps failing: they return at once, and after a
// pause a single one finds out whether the sender works again.
type breaker struct {
	circuit *gobreaker.CircuitBreaker[struct{}]
}

func newBreaker(log *slog.Logger) *breaker {
	return &breaker{gobreaker.NewCircuitBreaker[struct{}](gobreaker.Settings{
		Timeout:     pause,
		ReadyToTrip: func(c gobreaker.Counts) bool { return c.ConsecutiveFailures >= tolerated },
		// A sender that refuses one message works.
		IsSuccessful: func(err error) bool { return err == nil || errors.Is(err, message.ErrMailRefused) },
		// A cancelled caller says nothing about the sender.
		IsExcluded: func(err error) bool { return errors.Is(err, context.Canceled) },
		OnStateChange: func(_ string, _, to gobreaker.State) {
			switch to {
			case gobreaker.StateOpen:
				log.Warn("mail sender paused", "pause", pause)
			case gobreaker.StateClosed:
				log.Info("mail sender works again")
			}
		},
	})}
}

// do makes an attempt, or returns message.ErrMailPaused without making one.
func (b *breaker) do(attempt func() error) error {
	_, err := b.circuit.Execute(func() (struct{}, error) { return struct{}{}, attempt() })
	if errors.Is(err, gobreaker.ErrOpenState) || errors.Is(err, gobreaker.ErrTooManyRequests) {
		return message.ErrMailPaused
	}
	return err
}

// ready reports whether do would make an attempt.
func (b *breaker) ready() bool {
	switch b.circuit.State() {
	case gobreaker.StateOpen:
		return false
	case gobreaker.StateHalfOpen:
		counts := b.circuit.Counts()
		return counts.Requests == counts.TotalExclusions
	}
	return true
}

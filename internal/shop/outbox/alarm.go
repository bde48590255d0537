package outbox

import (
	"context"
	"errors"
	"log/slog"
	"time"

	"kontor/internal/shop"
	"kontor/internal/shop/message"
)

// Pauses between two attempts to send an alarm.
const (
	firstAlarmWait = 5 * time.Second
	lastAlarmWait  = 5 * time.Minute
)

// RaiseAlarms notifies the operator of each loss of the database, until the context
// ends. These messages bypass the outbox: the place where it stores messages is what
// was lost.
func (o *Outbox) RaiseAlarms(ctx context.Context, losses <-chan DatabaseLoss) {
	for {
		select {
		case loss := <-losses:
			o.raise(ctx, loss.Note(), loss.At)
		case <-ctx.Done():
			return
		}
	}
}

// raise sends a note until the sender has accepted or refused it. The key stays the
// same, so that it arrives once.
func (o *Outbox) raise(ctx context.Context, note message.OperatorNote, at time.Time) {
	if !o.Configured() {
		return // already logged
	}
	m := &message.Message{Key: "alarm-" + AttemptID(at), Kind: message.KindOperatorNote, Language: shop.Languages[0], Note: &note}
	for wait := firstAlarmWait; ; wait = min(2*wait, lastAlarmWait) {
		err := o.alarm(ctx, m)
		if err == nil {
			return
		}
		o.log.Error("alarm not sent", slog.String("reason", reason(err, m)))
		if errors.Is(err, message.ErrMailRefused) {
			return
		}
		sleep(ctx, wait, nil)
		if ctx.Err() != nil {
			return
		}
	}
}

func (o *Outbox) alarm(ctx context.Context, m *message.Message) error {
	content, err := o.mailer.Render(m, nil)
	if err != nil {
		return message.ErrMailRefused.With(err.Error())
	}
	m.Content = &content
	return o.mailer.Send(ctx, m)
}

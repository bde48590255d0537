package mail

import (
	"context"
	"errors"
	"fmt"
	"net"

	"kontor/internal/shop/message"
)

// failure is an attempt after which another may succeed. Its text is for the operator
// and identifies nobody: senders' messages often contain addresses, so they stay in the
// cause.
type failure struct {
	reason   string // German
	cause    error
	answered bool // the sender was there
}

// Error returns the reason.
func (f *failure) Error() string { return f.reason }

// Unwrap returns the cause, which must not be logged.
func (f *failure) Unwrap() error { return f.cause }

func timedOut(cause error) error {
	return &failure{"Der Maildienst hat nicht rechtzeitig geantwortet.", cause, false}
}

func unreachable(cause error) error {
	return &failure{"Der Maildienst ist nicht erreichbar.", cause, false}
}

func garbled(cause error) error {
	return &failure{"Der Maildienst antwortet unverständlich.", cause, true}
}

func notLetIn(code int, cause error) error {
	return &failure{fmt.Sprintf("Der Maildienst nimmt die Anmeldung nicht an (%d).", code), cause, true}
}

func senderRefused(code int, cause error) error {
	return &failure{fmt.Sprintf("Der Maildienst nimmt den Absender nicht an (%d).", code), cause, true}
}

func busy(code int, cause error) error {
	return &failure{fmt.Sprintf("Der Maildienst nimmt gerade nichts an (%d).", code), cause, true}
}

func refused(code int) error {
	return message.ErrMailRefused.With(fmt.Sprintf("Der Maildienst lehnt die Nachricht ab (%d).", code))
}

// broken returns the failure of a connection: a timeout or any other.
func broken(err error) error {
	var network net.Error
	if errors.Is(err, context.DeadlineExceeded) || errors.As(err, &network) && network.Timeout() {
		return timedOut(err)
	}
	return unreachable(err)
}

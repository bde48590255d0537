package database

import (
	"context"
	"database/sql/driver"
	"errors"
	"fmt"
	"io"
	"net"
	"strings"

	"github.com/jackc/pgx/v5/pgconn"

	"kontor/internal/shop"
)

// Passes reports whether a failed transaction of PostgreSQL is worth retrying. One
// whose COMMIT was not answered is not: it may have happened.
func (s Schema) Passes(err error) bool {
	switch {
	case err == nil, errors.Is(err, ErrInDoubt):
		return false
	case answered(err):
		return passing(stateOf(err)) || s.raced(err)
	}
	return lost(err)
}

func (s Schema) raced(err error) bool {
	var refusal *pgconn.PgError
	return errors.As(err, &refusal) && s.Raced(refusal.Code, refusal.ConstraintName)
}

// errReadOnly means that the server is a standby; its primary will be found.
var errReadOnly = errors.New("store: the database takes no writes")

// answered reports whether the server itself refused.
func answered(err error) bool { return stateOf(err) != "" }

// stateOf returns the SQLSTATE of the server's refusal, or an empty text.
func stateOf(err error) string {
	var refusal *pgconn.PgError
	if errors.As(err, &refusal) {
		return refusal.Code
	}
	return ""
}

// passing reports whether a state is temporary: serialization failure, deadlock, lock
// not available, a standby in place of the primary, too many connections, and
// everything about connections and shutdowns.
func passing(state string) bool {
	switch state {
	case "40001", "40P01", "55P03", "25006", "53300":
		return true
	}
	return strings.HasPrefix(state, "08") || strings.HasPrefix(state, "57P")
}

// away reports whether an error may mean that the database is away, or no longer the
// primary. Errors that transactions cause each other do not mean that.
func away(err error) bool {
	switch state := stateOf(err); state {
	case "":
		return lost(err)
	case "40001", "40P01", "55P03":
		return false
	default:
		return passing(state)
	}
}

// unavailable marks the error of a transaction that stored nothing because the database
// was away.
func unavailable(err error) error {
	if err == nil || !away(err) {
		return err
	}
	return fmt.Errorf("%w (%w)", shop.ErrDatabaseUnavailable, err)
}

// lost reports whether the connection broke or could not be established.
func lost(err error) bool {
	var dial *pgconn.ConnectError
	var network net.Error
	return errors.As(err, &dial) || errors.As(err, &network) ||
		errors.Is(err, errReadOnly) || errors.Is(err, driver.ErrBadConn) || errors.Is(err, io.EOF) ||
		errors.Is(err, io.ErrUnexpectedEOF) || errors.Is(err, net.ErrClosed) ||
		errors.Is(err, context.DeadlineExceeded) || pgconn.SafeToRetry(err)
}

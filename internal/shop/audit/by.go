package audit

import (
	"context"
	"time"
)

// Anonymous is who acts in the administration without having given a name.
const Anonymous = "Verwaltung"

// Program is who acts when nobody asked for it.
const Program = "Shop"

// By is whose request or command it is.
type By struct {
	Name    string // as an operator said; of a command, its name; empty: [Anonymous]
	Session string // ID of the administration's session; empty: not in the administration
	Request string // the request's id; empty: none
	At      time.Time
}

// Who returns the name that entries carry.
func (b By) Who() string {
	if b.Name == "" {
		return Anonymous
	}
	return b.Name
}

type key struct{}

// With returns a context whose changes are recorded as somebody's. A change in a context
// without it leaves no entry: it is a customer's, or follows from what is recorded.
func With(ctx context.Context, by By) context.Context { return context.WithValue(ctx, key{}, by) }

// Command is [With] for a command of the program, or for the program itself.
func Command(ctx context.Context, name string, at time.Time) context.Context {
	return With(ctx, By{Name: name, At: at})
}

// From returns whose changes the context's are, and whether they are to be recorded.
func From(ctx context.Context) (By, bool) {
	by, ok := ctx.Value(key{}).(By)
	return by, ok
}

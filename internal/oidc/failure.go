package oidc

import (
	"context"
	"errors"
	"log/slog"
	"strconv"

	"kontor/internal/shop"
	"kontor/internal/shop/account"
)

// failure is the reason why a sign-in cannot go on. It is constant, for the log:
// messages of providers and libraries contain codes, tokens and personal addresses.
type failure struct {
	kind   *shop.Error
	level  slog.Level
	reason string
	status int // of the provider's answer; 0: none
}

// Error returns the reason.
func (f *failure) Error() string { return "oidc: " + f.reason }

// errRecently says that the provider failed a moment ago and was not asked again. The
// log has that already.
var errRecently = &failure{kind: account.ErrSignInUnavailable, level: slog.LevelDebug, reason: "failed a moment ago"}

func unavailable(reason string, cause error) error {
	f := &failure{kind: account.ErrSignInUnavailable, level: slog.LevelWarn, reason: reason}
	var status statusError
	if errors.As(cause, &status) {
		f.status = int(status)
	}
	return f
}

func refused(reason string) error {
	return &failure{kind: account.ErrSignInRefused, level: slog.LevelWarn, reason: reason}
}

func mismatch(reason string) error {
	return &failure{kind: account.ErrSignInMismatch, level: slog.LevelInfo, reason: reason}
}

// notLetIn is the operator's to fix: the provider does not know the shop, or its secret
// has expired.
func notLetIn(status int) error {
	return &failure{kind: account.ErrSignInUnavailable, level: slog.LevelError, reason: "client credentials refused", status: status}
}

// statusError is an HTTP answer that is not a success.
type statusError int

func (e statusError) Error() string { return "oidc: HTTP status " + strconv.Itoa(int(e)) }

// report logs a failure and returns the error for the caller. For a caller who went away,
// it returns only that and logs nothing: the provider did not fail.
func (p *Provider) report(ctx context.Context, err error) error {
	if errors.Is(ctx.Err(), context.Canceled) {
		return ctx.Err()
	}
	var f *failure
	if !errors.As(err, &f) {
		f = &failure{kind: account.ErrSignInUnavailable, level: slog.LevelError, reason: "unexpected"}
	}
	attributes := []slog.Attr{slog.String("provider", p.options.Name), slog.String("reason", f.reason)}
	if f.status != 0 {
		attributes = append(attributes, slog.Int("status", f.status))
	}
	p.options.Log.LogAttrs(ctx, f.level, "sign-in not finished", attributes...)
	if f.kind == account.ErrSignInUnavailable {
		return account.SignInUnavailable(p.options.Label)
	}
	return f.kind
}

package paypal

import (
	"context"
	"errors"
	"log/slog"

	"kontor/internal/shop/payment"
)

// log records how a call ended: PayPal's codes and the payment's ids, never a token, a
// body or a buyer.
func (c *Client) log(ctx context.Context, operation, subject string, err error) {
	attributes := []slog.Attr{slog.String("operation", operation), slog.String("subject", subject)}
	var refusal *payment.PayPalRefusal
	var unknown *payment.PayPalUnknown
	switch {
	case errors.As(err, &refusal):
		attributes = append(attributes, slog.Int("status", refusal.Status), slog.String("name", refusal.Name),
			slog.String("issue", refusal.Issue), slog.String("debug_id", refusal.DebugID))
		c.options.Log.LogAttrs(ctx, slog.LevelInfo, "paypal refused", attributes...)
	case errors.As(err, &unknown):
		attributes = append(attributes, slog.Int("status", unknown.Status), slog.String("debug_id", unknown.DebugID),
			slog.Duration("retry_after", unknown.RetryAfter), slog.Any("error", unknown.Cause))
		c.options.Log.LogAttrs(ctx, slog.LevelWarn, "paypal outcome unknown", attributes...)
	default:
		c.options.Log.LogAttrs(ctx, slog.LevelDebug, "paypal answered", attributes...)
	}
}

package payments

import (
	"context"
	"fmt"
	"strconv"

	"kontor/internal/shop/audit"
	"kontor/internal/shop/payment"
)

// recordRefund adds the operator's decision about a refund to the audit log.
func (t *tx) recordRefund(ctx context.Context, before string, r *payment.Refund, order string) {
	t.Record(ctx, audit.Entry{
		Action: audit.Refund, Subject: audit.Subject(audit.KindOrder, order),
		From: before, To: fmt.Sprintf("%s, Erstattung %d, %s €", refundState(r), r.ID, r.Amount),
	})
}

// refundState returns a refund's state, as the operator left it.
func refundState(r *payment.Refund) string {
	if r.State == payment.RefundFailed && !r.IsCase() {
		return "erledigt"
	}
	return string(r.State)
}

// recordPayment adds the operator's decision about a payment to the audit log.
func (t *tx) recordPayment(ctx context.Context, c *payment.Changed) {
	t.Record(ctx, audit.Entry{
		Action: audit.Payment, Subject: audit.Subject(audit.KindPayment, strconv.FormatInt(c.Payment.ID, 10)),
		From: string(c.Before.State), To: string(c.Payment.State) + ", von Hand erledigt",
	})
}

package store

import (
	"errors"
	"slices"
	"time"

	"kontor/internal/shop/catalogue"
	"kontor/internal/shop/checkout"
	"kontor/internal/shop/coupon"
	"kontor/internal/shop/message"
	"kontor/internal/shop/order"
	"kontor/internal/shop/payment"
	"kontor/internal/shop/stock"
	"kontor/internal/store/messages"
	"kontor/internal/store/stocks"
)

// paidOrders implements [payments.Orders].
type paidOrders struct{ stocks *stocks.Stocks }

// Order implements [payments.Orders].
func (paidOrders) Order(t *messages.Tx, id int64) (order.Order, error) { return extend(t).order(id) }

// AskTwins implements [payments.Orders].
func (paidOrders) AskTwins(t *messages.Tx, id int64, add func(order.Twin)) error {
	return extend(t).askTwins(id, id, func(_ int64, twin order.Twin) { add(twin) })
}

// CheckOpening implements [payments.Orders].
func (paidOrders) CheckOpening(within *messages.Tx, o payment.Opening) error {
	t, basket, known := extend(within), o.Payment.Basket, &surroundings{stock: make(stock.Stock)}
	wanted := basket.Wanted()
	if err := errors.Join(t.askCoupon(basket, known), t.askPrices(basket, o.Prices, known), stocks.Read(t.Tx.Tx, wanted, known.stock), t.Send()); err != nil {
		return err
	}
	if err := t.checkCoupon(basket, known); err != nil {
		return err
	}
	if err := known.checkPayable(basket, o); err != nil {
		return err
	}
	_, err := known.stock.Take(wanted)
	return err
}

// checkPayable returns checkout.ErrPricesChanged unless the basket has the shop's price
// or, if prices are accepted as sent, at least adds up.
func (s *surroundings) checkPayable(basket *order.Order, o payment.Opening) error {
	if basket.ExpectedTotal() != basket.TotalCents() ||
		o.Prices != checkout.PriceCheckOff && len(s.differences(basket, o.Terms)) > 0 {
		return checkout.ErrPricesChanged
	}
	return nil
}

// checkHeld returns coupon.ErrUsed if the order of a payment may not use its coupon. The
// terms were checked when the basket was frozen, and the price is agreed: only other uses
// count, and a payment that already holds the coupon need not check.
func (t *tx) checkHeld(o *order.Order, s *surroundings) error {
	if o.CouponCode == "" || s.coupon.Code == "" {
		return nil
	}
	var held int64
	err := t.Row(`SELECT count(*) FROM gutschein_reservierungen WHERE vorgang = $1`, []any{s.payment}, &held)
	if err != nil || held > 0 {
		return err
	}
	if s.coupon.OncePerPerson && s.user != "" {
		return coupon.ErrUsed
	}
	err = t.checkLimit(s.coupon, s.payment)
	if errors.Is(err, coupon.ErrUnusable) {
		return coupon.ErrUsed
	}
	return err
}

// PlacePaid implements [payments.Orders].
func (s paidOrders) PlacePaid(within *messages.Tx, p *payment.Payment, c payment.Change) (*order.Order, *messages.Addressee, error) {
	t, o := extend(within), p.PaidOrder(c.At)
	known, err := t.readPaidSurroundings(o, p, c.Mails, s.stocks)
	if err != nil {
		return nil, nil, err
	}
	if err := t.checkHeld(o, known); err != nil {
		return nil, nil, err
	}
	taken, err := known.takePaid(o)
	if err != nil {
		return nil, nil, err
	}
	if err := t.findTwins(p.Purchase(o, c.Actor), known); err != nil {
		return nil, nil, err
	}
	o.Delivery = c.Delivery.Of(o.Country, o.Items, known.catalogue)
	// The prices were checked when it was frozen.
	o.Hints = slices.Concat(o.Hints, known.hints(o), order.LotHints(o.Wanted(), taken))
	if err := t.insertOrder(o, newOrderRows(o, p.CreatedAt, p.Key), c.Prefix, known.catalogue); err != nil {
		return nil, nil, err
	}
	return o, &known.to, errors.Join(t.redeem(o), t.storeTwins(o), t.movePaid(o, taken, known))
}

// readPaidSurroundings requests the known data about the order of a payment.
func (t *tx) readPaidSurroundings(o *order.Order, p *payment.Payment, mails message.MailLimit, s *stocks.Stocks) (*surroundings, error) {
	known := &surroundings{payment: p.ID, stock: make(stock.Stock), catalogue: make(map[string]catalogue.Product)}
	return known, errors.Join(t.askCoupon(o, known), t.askCatalogue(o.Items, known.catalogue), t.AskMails(o.Customer.Email, o.CreatedAt, mails, &known.to),
		stocks.AskOfPayment(t.Tx.Tx, p.ID, &known.held), s.Ask(t.Tx.Tx, o.Wanted(), known.stock),
		t.askLikes(o, contentKey(o, dayOf(p.CreatedAt)), known), t.Send())
}

// CancelReturned implements [payments.Orders].
func (paidOrders) CancelReturned(t *messages.Tx, id int64, r *payment.Refund, at time.Time) error {
	return extend(t).cancelReturned(id, r, at)
}

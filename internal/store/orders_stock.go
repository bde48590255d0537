package store

import (
	"errors"
	"strconv"
	"time"

	"kontor/internal/shop/order"
	"kontor/internal/shop/payment"
	"kontor/internal/shop/stock"
	"kontor/internal/store/messages"
	"kontor/internal/store/stocks"
)

// takes returns the moves of what a new order takes of the stock.
func takes(o *order.Order, taken []stock.Taking) []stocks.Move {
	return stocks.Owner{Order: o.ID, Who: order.ActorShop, At: o.CreatedAt}.Taken(stock.KindOrder, taken)
}

// orderToChange returns an order that nobody else changes until the end of the
// transaction, with what it took of the stock. Changes of one order take turns; without
// that the last of many would starve.
func (t *tx) orderToChange(id int64) (o order.Order, held stocks.Holdings, err error) {
	if err := errors.Join(t.Lock("order", strconv.FormatInt(id, 10)), stocks.AskOfOrder(t.Tx.Tx, id, &held)); err != nil {
		return o, nil, err
	}
	o, err = t.order(id)
	return o, held, err
}

// checkReopening refuses to reinstate a cancelled order whose coupon is no longer
// available, or for which there is too little in stock; else it returns what the order
// takes again. The locks are those of a new order, in the same sequence.
func (t *tx) checkReopening(before, after order.Order, held stocks.Holdings) ([]stock.Taking, error) {
	if before.Status != order.StatusCancelled || after.Status == order.StatusCancelled {
		return nil, nil
	}
	if before.CouponCode != "" && len(held) > 0 {
		if err := t.lockCoupon(&before); err != nil {
			return nil, err
		}
	}
	returned, left, err := stocks.Returned(t.Tx.Tx, &before, held)
	if err != nil {
		return nil, err
	}
	if err := t.checkCouponFree(before); err != nil {
		return nil, err
	}
	return left.Retake(returned)
}

// moveStock gives back what a cancelled order took, or takes it for one that no longer
// is.
func (t *tx) moveStock(before, after order.Order, held stocks.Holdings, retaken []stock.Taking, c order.Change, at time.Time) error {
	owner := stocks.Owner{Order: before.ID, Who: c.Actor, At: at}
	if before.Status != after.Status && after.Status == order.StatusCancelled && !c.KeepStock {
		return stocks.GiveBack(t.Tx.Tx, stock.KindCancel, owner, held)
	}
	return stocks.Make(t.Tx.Tx, owner.Taken(stock.KindReopened, retaken))
}

// Reserve implements [payments.Orders]. Its locks are those of a new order, in the same
// sequence.
func (s paidOrders) Reserve(within *messages.Tx, p *payment.Payment, at time.Time) error {
	t, known, wanted := extend(within), &surroundings{payment: p.ID, stock: make(stock.Stock)}, p.Basket.Wanted()
	if err := errors.Join(t.askCoupon(p.Basket, known), s.stocks.Ask(t.Tx.Tx, wanted, known.stock), t.Send()); err != nil {
		return err
	}
	if err := t.checkHeld(p.Basket, known); err != nil {
		return err
	}
	taken, err := known.stock.Take(wanted)
	if err != nil {
		return err
	}
	return stocks.Make(t.Tx.Tx, stocks.Owner{Payment: p.ID, Who: order.ActorShop, At: at}.Taken(stock.KindOrder, taken))
}

// Release implements [payments.Orders].
func (paidOrders) Release(within *messages.Tx, payment int64, at time.Time) error {
	var held stocks.Holdings
	if err := errors.Join(stocks.AskOfPayment(within.Tx, payment, &held), within.Send()); err != nil {
		return err
	}
	return stocks.GiveBack(within.Tx, stock.KindReleased, stocks.Owner{Payment: payment, Who: order.ActorShop, At: at}, held)
}

// takePaid returns what an order takes whose payment is made: what that has already, or
// else what is left, or stock.ErrShort.
func (s *surroundings) takePaid(o *order.Order) ([]stock.Taking, error) {
	if s.held.Held() {
		return s.held.Takings(), nil
	}
	return s.stock.Take(o.Wanted())
}

// movePaid makes what the payment took the order's, or takes it.
func (t *tx) movePaid(o *order.Order, taken []stock.Taking, known *surroundings) error {
	if known.held.Held() {
		return stocks.HandOver(t.Tx.Tx, known.payment, o.ID)
	}
	return stocks.Make(t.Tx.Tx, takes(o, taken))
}

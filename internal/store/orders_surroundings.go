package store

import (
	"errors"
	"fmt"
	"slices"
	"time"

	"kontor/internal/database"
	"kontor/internal/shop/catalogue"
	"kontor/internal/shop/checkout"
	"kontor/internal/shop/coupon"
	"kontor/internal/shop/order"
	"kontor/internal/shop/stock"
	"kontor/internal/store/messages"
	"kontor/internal/store/stocks"
)

// surroundings is what the database knows about an order to be placed.
type surroundings struct {
	payment int64 // being made; 0: an order that waits for its money

	earlier     order.Order // placed with the same idempotency key; ID 0: none
	fingerprint string      // of its request

	coupon coupon.Coupon // named by the order; empty Code: there is no such coupon
	user   string        // the number of another order that uses it for the same person
	alias  string        // of one that uses it for probably the same person

	to messages.Addressee // of the customer's message

	alike     []like                       // the latest orders with the same content
	ofAccount []like                       // the latest orders of the same account
	catalogue map[string]catalogue.Product // the order's products
	stock     stock.Stock                  // of those of them that are counted
	held      stocks.Holdings              // what the payment took of it
	loyal     bool                         // its customer has paid an earlier order
}

// readSurroundings requests everything known about an order at once, after taking the locks
// that it needs. If nothing but the stock can refuse the order, its id is requested as well:
// an unused id would leave a gap in the numbers.
func (t *tx) readSurroundings(o *order.Order, p *newOrder) (*surroundings, error) {
	known := &surroundings{stock: make(stock.Stock)}
	if err := errors.Join(
		t.askReplay(p.Idempotency, known),
		t.askCoupon(o, known),
		t.AskMails(o.Customer.Email, o.CreatedAt, p.Mails, &known.to),
		p.stocks.Ask(t.Tx.Tx, p.wanted, known.stock),
		t.askPrices(o, p.Prices, known),
		t.askLikes(o, p.rows.content, known),
	); err != nil {
		return nil, err
	}
	if p.Idempotency == nil && o.CouponCode == "" && p.Prices != checkout.PriceCheckStrict {
		if err := t.askID(o, p.wanted); err != nil {
			return nil, err
		}
	}
	return known, t.Send()
}

// differences returns where the order's prices do not match.
func (s *surroundings) differences(o *order.Order, terms *checkout.Terms) []order.Hint {
	var coupon *coupon.Coupon
	if s.coupon.Code != "" {
		coupon = &s.coupon
	}
	return terms.Check(o, s.catalogue, coupon, s.loyal)
}

// priceHints returns hints for the operator, or checkout.ErrPricesChanged if the shop
// refuses prices that do not match.
func (s *surroundings) priceHints(p *checkout.Placement) ([]order.Hint, error) {
	if p.Prices == checkout.PriceCheckOff {
		return nil, nil
	}
	found := s.differences(p.Order, &p.Terms)
	if len(found) > 0 && p.Prices == checkout.PriceCheckStrict {
		return nil, checkout.ErrPricesChanged
	}
	return found, nil
}

// hints returns the hints for the operator about an order that are not about prices.
func (s *surroundings) hints(o *order.Order) (hints []order.Hint) {
	if number := s.duplicate(o); number != "" {
		hints = append(hints, order.Hint{Kind: order.HintDuplicate, Text: fmt.Sprintf("Mögliche Dublette von %s", number)})
	}
	if s.alias != "" && s.coupon.OncePerPerson {
		hints = append(hints, order.Hint{Kind: order.HintAlias,
			Text: fmt.Sprintf("Gutschein vermutlich schon von derselben Person eingelöst (%s)", s.alias)})
	}
	if full := s.to.Full(); full != "" {
		hints = append(hints, order.Hint{Kind: order.HintMail, Text: full})
	}
	return hints
}

// duplicateWindow is how long after an order an identical one is probably a mistake.
const duplicateWindow = time.Hour

// duplicate returns the number of the latest identical order within the last hour,
// paid in the same way; empty: there is none, or the operator is asked about it anyway.
func (s *surroundings) duplicate(o *order.Order) string {
	for _, l := range s.alike {
		if l.method != o.PaymentMethod || l.createdAt.Before(o.CreatedAt.Add(-duplicateWindow)) {
			continue
		}
		if slices.ContainsFunc(o.Twins, func(twin order.Twin) bool { return twin.ID == l.id }) {
			return ""
		}
		return l.number
	}
	return ""
}

const replayQuery = `SELECT i.hash, o.id, o.bestellnummer
	FROM idempotenz i JOIN orders o ON o.id = i.order_id WHERE i.weg = $1 AND i.schluessel = $2`

// askReplay requests the order that an earlier request with this key placed.
func (t *tx) askReplay(key *checkout.Idempotency, s *surroundings) error {
	if key == nil {
		return nil
	}
	// The loser of a race waits here, and then finds the winner's order.
	if err := t.Lock("idempotency", key.Route, key.Key); err != nil {
		return err
	}
	return t.Ask(replayQuery, []any{key.Route, key.Key}, func(row database.Scanner) error {
		return row.Scan(&s.fingerprint, &s.earlier.ID, &s.earlier.Number)
	})
}

// replay returns the order that an earlier request with the key placed, nil if there
// was none.
func (s *surroundings) replay(key *checkout.Idempotency) (*order.Order, error) {
	switch {
	case s.earlier.ID == 0:
		return nil, nil
	case s.fingerprint != key.Fingerprint:
		return nil, checkout.ErrIdempotencyReuse
	}
	return &s.earlier, nil
}

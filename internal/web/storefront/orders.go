package storefront

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"net/http"
	"strings"

	"kontor/internal/jsvalue"
	"kontor/internal/shop"
	"kontor/internal/shop/checkout"
	"kontor/internal/web/kit"
)

// ordersRoute takes orders.
const ordersRoute = "/api/orders"

// placedAnswer is the body of a stored order's 201.
type placedAnswer struct {
	OK     bool   `json:"ok"`
	ID     int64  `json:"id"`
	Number string `json:"bestellnummer"`
}

// placeOrder takes an order, whatever its Content-Type.
// Spec: POST /api/orders.
func (s *Storefront) placeOrder(w http.ResponseWriter, r *http.Request) error {
	if err := s.shop.Available(); err != nil {
		return kit.Internal(err)
	}
	if err := s.takeOrder(r); err != nil {
		return err
	}
	body, err := kit.ReadBody(w, r, kit.MaxBody)
	if err != nil {
		return err
	}
	value, err := jsvalue.Parse(body)
	if err != nil {
		return shop.ErrBadRequest
	}
	// A client that hangs up has still ordered.
	ctx := context.WithoutCancel(r.Context())
	draft := readDraft(value)
	draft.CustomerID, draft.Rehearsal = s.customers.placing(r), s.Rehearsal
	var placed checkout.Placed
	err = s.nameCoupon(r, draft.CouponCode, func() error {
		placed, err = s.shop.Checkout.Place(ctx, draft, idempotencyOf(r, body, ordersRoute))
		return err
	})
	if err != nil {
		return s.notPlaced(err)
	}
	return s.writePlaced(w, placed)
}

// idempotencyOf returns what makes the request repeatable, or nil.
func idempotencyOf(r *http.Request, body []byte, route string) *checkout.Idempotency {
	keys, sent := r.Header["Idempotency-Key"]
	if !sent {
		return nil
	}
	digest := sha256.Sum256(body)
	return &checkout.Idempotency{
		Route:       route,
		Key:         strings.Join(keys, ", "), // no key contains a space, so several are refused
		Fingerprint: hex.EncodeToString(digest[:]),
	}
}

// notPlaced keeps refusals, and turns every storage failure into the specification's
// 500.
func (s *Storefront) notPlaced(err error) error {
	var refusal *shop.Error
	if errors.As(err, &refusal) && refusal.Code != shop.ErrDatabaseUnavailable.Code {
		return err
	}
	s.storeErrors.Inc()
	if refusal != nil {
		return kit.Internal(err)
	}
	return fmt.Errorf("%w: %w", checkout.ErrNotStored, err)
}

func (s *Storefront) writePlaced(w http.ResponseWriter, placed checkout.Placed) error {
	w.Header().Set("Location", s.thanksPath(placed.Order.ID))
	if placed.Replayed {
		w.Header().Set("Idempotency-Replayed", "true")
	}
	return kit.WriteJSON(w, http.StatusCreated, placedAnswer{OK: true, ID: placed.Order.ID, Number: placed.Order.Number})
}

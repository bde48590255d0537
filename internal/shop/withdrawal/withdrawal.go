package withdrawal

import (
	"strings"
	"time"

	"kontor/internal/jsvalue"
	"kontor/internal/shop"
	"kontor/internal/shop/message"
	"kontor/internal/shop/order"
)

// Withdrawal is a customer's declaration of withdrawal from a contract. It is stored as
// made, whether or not the shop knows the contract. Law: § 356a BGB.
type Withdrawal struct {
	ID          int64         `json:"id"`
	At          time.Time     `json:"eingang_at"`    // when it arrived
	Key         string        `json:"-"`             // one per confirmed form, so that it counts once
	Name        string        `json:"name"`          // of the person who withdraws
	Email       string        `json:"email"`         // where the receipt goes
	Contract    string        `json:"vertrag"`       // the order number, or whatever else identifies the contract
	Reason      string        `json:"grund"`         // may be empty
	Language    shop.Language `json:"sprache"`       // of the form and of the receipt
	OrderID     int64         `json:"order_id"`      // the order with that number and e-mail address; 0: there is none
	OrderNumber string        `json:"bestellnummer"` // that order's
	OrderStatus order.Status  `json:"bestellstatus"` // that order's status when read; empty: there is none
}

// MaxReason is the maximum length of the reason, in characters.
const MaxReason = 2000

// Refusals of a withdrawal.
var (
	ErrInvalid  = &shop.Error{Code: "ungueltiger_widerruf", Text: "Bitte Name, Bestellnummer und E-Mail-Adresse angeben."}
	ErrNotFound = &shop.Error{Code: "widerruf_nicht_gefunden", Text: "Widerruf nicht gefunden."}
)

// Check returns [ErrInvalid] if something is missing or too long.
func (w *Withdrawal) Check() error {
	named := jsvalue.Trim(w.Name) != "" && jsvalue.Trim(w.Contract) != "" && strings.Contains(w.Email, "@")
	if !named || shop.TooLong(w.Name, w.Email, w.Contract) || len([]rune(w.Reason)) > MaxReason {
		return ErrInvalid
	}
	return nil
}

// Number returns the contract in the form in which the shop writes its numbers.
func (w *Withdrawal) Number() string { return strings.ToUpper(jsvalue.Trim(w.Contract)) }

// Means reports whether the withdrawal is about an order: it gives the order's number
// and comes from the customer's address.
func (w *Withdrawal) Means(o *order.Order) bool {
	return w.Number() == o.Number && shop.NormalizeEmail(w.Email) == shop.NormalizeEmail(o.Customer.Email)
}

// Withdrawn returns the withdrawal in the form that its receipt repeats.
func (w *Withdrawal) Withdrawn() *message.Withdrawn {
	return &message.Withdrawn{
		ID: w.ID, At: w.At, Name: w.Name, Email: w.Email, Contract: w.Contract, Reason: w.Reason, Language: w.Language,
		OrderID: w.OrderID, OrderNumber: w.OrderNumber, OrderStatus: string(w.OrderStatus),
	}
}

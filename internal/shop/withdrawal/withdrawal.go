package withdrawal

import (
	"strings"
	"time"

	"kontor/internal/jsvalue"
	"kontor/internal/shop"
	"kontor/internal/shop/message"
	"kontor/internal/shop/order"
)

// Withdrawal is a customer's statement that a contract shall not hold. It is
// kept as it was made, whether or not the shop knows the contract. Law: § 356a
// BGB.
type Withdrawal struct {
	ID          int64         `json:"id"`
	At          time.Time     `json:"eingang_at"`    // when it arrived
	Key         string        `json:"-"`             // one for each form that was confirmed, so that it counts once
	Name        string        `json:"name"`          // of who withdraws
	Email       string        `json:"email"`         // where the receipt goes
	Contract    string        `json:"vertrag"`       // the order number, or what else names the contract
	Reason      string        `json:"grund"`         // may be empty
	Language    shop.Language `json:"sprache"`       // of the form, and of the receipt
	OrderID     int64         `json:"order_id"`      // the order of that number and e-mail address; 0: there is none
	OrderNumber string        `json:"bestellnummer"` // that order's
	OrderStatus order.Status  `json:"bestellstatus"` // that order's as it was read; empty: there is none
}

// MaxReason is the longest reason, in characters.
const MaxReason = 2000

// The refusals of a withdrawal.
var (
	ErrInvalidWithdrawal  = &shop.Error{Code: "ungueltiger_widerruf", Text: "Bitte Name, Bestellnummer und E-Mail-Adresse angeben."}
	ErrWithdrawalNotFound = &shop.Error{Code: "widerruf_nicht_gefunden", Text: "Widerruf nicht gefunden."}
)

// Check returns [ErrInvalidWithdrawal] when something is missing or too long.
func (w *Withdrawal) Check() error {
	named := jsvalue.Trim(w.Name) != "" && jsvalue.Trim(w.Contract) != "" && strings.Contains(w.Email, "@")
	if !named || shop.TooLong(w.Name, w.Email, w.Contract) || len([]rune(w.Reason)) > MaxReason {
		return ErrInvalidWithdrawal
	}
	return nil
}

// Number is the contract as the shop would spell its own number.
func (w *Withdrawal) Number() string { return strings.ToUpper(jsvalue.Trim(w.Contract)) }

// Means reports whether the withdrawal is about an order: it names its number
// and comes from the address that ordered.
func (w *Withdrawal) Means(o *order.Order) bool {
	return w.Number() == o.Number && shop.NormalizeEmail(w.Email) == shop.NormalizeEmail(o.Customer.Email)
}

// Withdrawn is the withdrawal as its receipt repeats it.
func (w *Withdrawal) Withdrawn() *message.Withdrawn {
	return &message.Withdrawn{
		ID: w.ID, At: w.At, Name: w.Name, Email: w.Email, Contract: w.Contract, Reason: w.Reason, Language: w.Language,
		OrderID: w.OrderID, OrderNumber: w.OrderNumber, OrderStatus: string(w.OrderStatus),
	}
}

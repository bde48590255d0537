package message

import (
	"errors"
	"slices"
	"time"

	"kontor/internal/shop"
)

// Message is an e-mail that the shop owes somebody. It is stored in the outbox by the
// same transaction that causes it, so nothing that happens afterwards can lose it.
type Message struct {
	ID          int64
	Key         string // idempotency key: ASCII, at most 100 characters, the same for every attempt
	Kind        Kind
	OrderID     int64         // the order it is about; 0: none
	OrderNumber string        // the order's number, set by the store
	PaymentID   int64         // of a message to a buyer about a payment: that payment; 0: none
	Language    shop.Language // the language to write it in; always German for the operator
	To          string        // the address as the customer gave it; empty: the operator's, which the mailer knows
	Note        *OperatorNote
	Withdrawal  *Withdrawn   // for KindWithdrawal: what it confirms
	Payment     *Paid        // for the kinds about a payment, see [Kind.AboutPayment]: what they name
	Report      *Report      // for KindReport
	Dispatched  *Dispatched  // for KindDispatched
	Content     *MailContent // nil until rendered; stored before the first attempt, so that every retry sends the same

	State                State
	Attempts             int       // attempts begun so far
	Claimed              bool      // an open message is being sent; the claim ends at NextAt
	Reason               string    // why the last attempt failed, German; contains no address
	CreatedAt, UpdatedAt time.Time // UpdatedAt: the last change of state, attempts or reason
	NextAt               time.Time // when an open message is due
	GiveUpAt             time.Time // when an open message fails for good
	SentAt               time.Time // when the sender accepted it; zero before
}

// Withdrawn is a customer's withdrawal from a contract, as a receipt repeats it.
type Withdrawn struct {
	ID          int64         `json:"id"`
	At          time.Time     `json:"eingang_at"`
	Name        string        `json:"name"`
	Email       string        `json:"email"`
	Contract    string        `json:"vertrag"`
	Reason      string        `json:"grund"` // may be empty
	Language    shop.Language `json:"sprache"`
	OrderID     int64         `json:"order_id"` // 0: no matching order
	OrderNumber string        `json:"bestellnummer"`
	OrderStatus string        `json:"bestellstatus"`
}

// Paid is a payment as a message to its buyer names it.
type Paid struct {
	Number  string       `json:"vorgang_nr"` // as the buyer's account at PayPal shows it
	At      time.Time    `json:"begonnen_at"`
	Name    string       `json:"name"` // of the buyer; may be empty
	Country shop.Country `json:"land"`
	Amount  shop.Cents   `json:"betrag_cent"` // taken or returned, in euro cents; 0: in another currency
}

// Dispatched is a parcel as the message to its customer names it.
type Dispatched struct {
	Carrier string           `json:"traeger"`     // its name; empty: not known
	Number  string           `json:"nummer"`      // the carrier's; empty: none
	Link    string           `json:"link"`        // to the carrier's page about the parcel; empty: none
	Day     shop.Day         `json:"versandt_am"` // when it left
	Items   []DispatchedItem `json:"artikel"`
	Partly  bool             `json:"teilweise"` // more of the order follows
	Invoice string           `json:"rechnung"`  // number of the invoice that is attached; empty: none
}

// DispatchedItem is a line of a [Dispatched], in the words of the order.
type DispatchedItem struct {
	Name     string `json:"name"`
	Quantity int64  `json:"menge"`
}

// Report is the operator's daily report. All its texts are German.
type Report struct {
	Subject string       `json:"betreff"` // one line, begins with the verdict
	Todo    []ReportTodo `json:"zu_tun"`  // what waits for the operator, worst first
	Parts   []ReportPart `json:"teile"`
}

// ReportTodo is a finding of a [Report] and its remedy.
type ReportTodo struct {
	Text   string `json:"text"`
	Remedy string `json:"abhilfe"` // may be empty
}

// ReportPart is a titled table in a [Report].
type ReportPart struct {
	Title string      `json:"titel"`
	Rows  []ReportRow `json:"zeilen"`
}

// ReportRow is a labelled figure.
type ReportRow struct {
	Label string `json:"was"`
	Value string `json:"wert"`
}

// Kind is the subject of a message, which selects its template.
type Kind string

const (
	KindOperatorOrder Kind = "betreiber_bestellung" // notifies the operator of a new order. Spec: POST /api/orders, rule 5
	KindConfirmation  Kind = "kunde_eingang"        // confirms to the customer that the order has arrived (§ 312i BGB), not that it is accepted
	KindPaid          Kind = "kunde_bezahlt"        // confirms to the customer that the money has arrived; sent on the operator's request
	KindCancelled     Kind = "kunde_storniert"      // informs the customer that the order is cancelled; sent on the operator's request
	KindDispatched    Kind = "kunde_versandt"       // informs the customer that a parcel is on its way
	KindWithdrawal    Kind = "kunde_widerruf"       // confirms to the customer that a withdrawal has arrived, and when (§ 356a BGB)
	KindOperatorNote  Kind = "betreiber_meldung"    // notifies the operator of anything else, see [OperatorNote]
	KindReport        Kind = "betreiber_bericht"    // reports to the operator on the day before, see [Report]

	KindPaymentPending  Kind = "kunde_zahlung_geprueft"  // informs the buyer that PayPal has yet to decide about a payment
	KindPaymentDenied   Kind = "kunde_zahlung_abgelehnt" // informs the buyer that PayPal decided against it
	KindPaymentReturned Kind = "kunde_zahlung_zurueck"   // informs the buyer that the money of a payment without an order goes back
	KindRefund          Kind = "kunde_erstattung"        // informs the customer that the operator has returned money of an order
)

// ToOperator reports whether messages of this kind go to the shop's operator instead of
// a customer.
func (k Kind) ToOperator() bool {
	return k == KindOperatorOrder || k == KindOperatorNote || k == KindReport
}

// ByStranger reports whether anybody can make the shop send messages of this kind, to
// an address that need not be their own.
func (k Kind) ByStranger() bool {
	switch k {
	case KindConfirmation, KindWithdrawal, KindPaymentPending, KindPaymentDenied, KindPaymentReturned:
		return true
	}
	return false
}

// AboutPayment reports whether messages of this kind are written of a payment, see
// [Paid].
func (k Kind) AboutPayment() bool {
	switch k {
	case KindPaymentPending, KindPaymentDenied, KindPaymentReturned, KindRefund:
		return true
	}
	return false
}

// Label returns the administration's German name for messages of this kind.
func (k Kind) Label() string {
	switch k {
	case KindOperatorOrder:
		return "Bestellbenachrichtigung"
	case KindConfirmation:
		return "Eingangsbestätigung"
	case KindPaid:
		return "Zahlungsbestätigung"
	case KindCancelled:
		return "Stornobestätigung"
	case KindDispatched:
		return "Versandmeldung"
	case KindWithdrawal:
		return "Widerrufsbestätigung"
	case KindOperatorNote:
		return "Meldung"
	case KindReport:
		return "Tagesbericht"
	case KindPaymentPending:
		return "Zahlung in Prüfung"
	case KindPaymentDenied:
		return "Zahlung abgelehnt"
	case KindPaymentReturned:
		return "Rückzahlung ohne Bestellung"
	case KindRefund:
		return "Erstattungsbestätigung"
	}
	return string(k)
}

// State is the state of a message.
type State string

const (
	Open      State = "offen"              // to be sent, now or again
	Sent      State = "gesendet"           // accepted by the sender
	Failed    State = "gescheitert"        // refused, or not sent in time
	NotSetUp  State = "nicht eingerichtet" // created while there was no sender; sent only by the operator
	Discarded State = "verworfen"          // by the operator
	Held      State = "angehalten"         // beyond the [MailLimit] of its address, or perhaps sent before a restore; sent only by the operator
)

// States are all states, in the order in which they are shown.
var States = []State{Open, Failed, Held, NotSetUp, Discarded, Sent}

// Valid reports whether s is one of the known states.
func (s State) Valid() bool { return slices.Contains(States, s) }

// OperatorNote is the content of a [KindOperatorNote].
type OperatorNote struct {
	Subject string `json:"betreff"` // one line, German
	Text    string `json:"text"`    // plain text, German
}

// MailContent is a rendered message. It has no addresses: those come from the message
// and the mailer.
type MailContent struct {
	Subject string       `json:"betreff"` // one line
	Text    string       `json:"text"`
	HTML    string       `json:"html"`
	Inline  []InlineFile `json:"bilder,omitempty"`

	Attached []AttachedFile `json:"anlagen,omitempty"`
}

// AttachedFile is a file attached to a message, for the recipient to keep.
type AttachedFile struct {
	Name string `json:"name"` // file name
	Type string `json:"typ"`  // media type
	Data []byte `json:"daten"`
	// Document is the number of the document of the message's order whose PDF this is: it is kept
	// there, and read when the message is sent; empty: Data is the file.
	Document string `json:"dokument,omitempty"`
}

// InlineFile is a picture shown in the HTML of a message.
type InlineFile struct {
	CID  string `json:"cid"` // referenced in the HTML as "cid:" + CID
	Type string `json:"typ"` // media type
	Data []byte `json:"daten"`
}

// Errors of a mailer that did not send a message. Any other error means that the same
// message may succeed later, or may even have been sent.
var (
	// ErrMailRefused means that the message can never be sent: another attempt would
	// fail too. Use [shop.Error.With] for the reason, without addresses.
	ErrMailRefused = &shop.Error{Code: "mail_abgelehnt", Text: "Die Nachricht wurde abgelehnt."}
	// ErrMailPaused means that no attempt was made, because the sender keeps failing
	// (the circuit breaker is open).
	ErrMailPaused = errors.New("kontor: the mail sender is paused")
)

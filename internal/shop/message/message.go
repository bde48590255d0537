package message

import (
	"errors"
	"slices"
	"time"

	"kontor/internal/shop"
)

// Message is an e-mail that the shop owes somebody. It is kept in the outbox
// from the transaction that gave rise to it, so that nothing that happens
// afterwards can lose it.
type Message struct {
	ID          int64
	Key         string // idempotency key: ASCII, at most 100 characters, the same for every attempt
	Kind        MessageKind
	OrderID     int64         // the order it is about; 0: none
	OrderNumber string        // that order's, as the store returns it
	Language    shop.Language // in which it is written; the operator's is German
	To          string        // the address as the customer gave it; empty: the operator's, which the mailer knows
	Note        *OperatorNote
	Withdrawal  *Withdrawn   // what a [MessageWithdrawal] confirms
	Content     *MailContent // nil until rendered; kept before the first attempt, so that every retry sends the same

	State                MessageState
	Attempts             int       // begun so far
	Claimed              bool      // an open message that somebody is sending; the claim ends at NextAt
	Reason               string    // why the last attempt failed, German; names no address
	CreatedAt, UpdatedAt time.Time // UpdatedAt: when state, attempts or reason changed last
	NextAt               time.Time // when an open message is due
	GiveUpAt             time.Time // when an open message has failed for good
	SentAt               time.Time // when the sender took it; zero before
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
	OrderID     int64         `json:"order_id"` // 0: the order is not known
	OrderNumber string        `json:"bestellnummer"`
	OrderStatus string        `json:"bestellstatus"`
}

// MessageKind says what a message tells, and so names its template.
type MessageKind string

// The kinds of messages.
const (
	MessageOperatorOrder MessageKind = "betreiber_bestellung" // tells the operator of a new order. Spec: POST /api/orders, rule 5
	MessageReceipt       MessageKind = "kunde_eingang"        // tells the customer that the order has arrived (§ 312i BGB), not that it is accepted
	MessagePaid          MessageKind = "kunde_bezahlt"        // tells the customer that the money has arrived, when the operator asks for it
	MessageCancelled     MessageKind = "kunde_storniert"      // tells the customer that the order is cancelled, when the operator asks for it
	MessageWithdrawal    MessageKind = "kunde_widerruf"       // tells the customer that a withdrawal has arrived, and when (§ 356a BGB)
	MessageOperatorNote  MessageKind = "betreiber_meldung"    // tells the operator something else, see [OperatorNote]
)

// ToOperator reports whether messages of this kind go to the shop's operator
// and not to a customer.
func (k MessageKind) ToOperator() bool {
	return k == MessageOperatorOrder || k == MessageOperatorNote
}

// ByStranger reports whether anybody can make the shop send messages of this
// kind, to an address that need not be their own.
func (k MessageKind) ByStranger() bool {
	return k == MessageReceipt || k == MessageWithdrawal
}

// Label is what the administration calls messages of this kind, in German.
func (k MessageKind) Label() string {
	switch k {
	case MessageOperatorOrder:
		return "Bestellbenachrichtigung"
	case MessageReceipt:
		return "Eingangsbestätigung"
	case MessagePaid:
		return "Zahlungsbestätigung"
	case MessageCancelled:
		return "Stornobestätigung"
	case MessageWithdrawal:
		return "Widerrufsbestätigung"
	case MessageOperatorNote:
		return "Meldung"
	}
	return string(k)
}

// MessageState says what became of a message.
type MessageState string

// The states of a message.
const (
	MessageOpen      MessageState = "offen"              // to be sent, now or again
	MessageSent      MessageState = "gesendet"           // taken by the sender
	MessageFailed    MessageState = "gescheitert"        // refused, or not sent in time
	MessageNotSetUp  MessageState = "nicht eingerichtet" // came when there was no sender; only the operator sends it
	MessageDiscarded MessageState = "verworfen"          // by the operator
	MessageHeld      MessageState = "angehalten"         // beyond the [MailLimit] of its address; only the operator sends it
)

// MessageStates are all states, in the order in which they are shown.
var MessageStates = []MessageState{MessageOpen, MessageFailed, MessageHeld, MessageNotSetUp, MessageDiscarded, MessageSent}

// Valid reports whether s is one of the known states.
func (s MessageState) Valid() bool { return slices.Contains(MessageStates, s) }

// OperatorNote is what a message of the kind [MessageOperatorNote] says.
type OperatorNote struct {
	Subject string `json:"betreff"` // one line, German
	Text    string `json:"text"`    // plain text, German
}

// MailContent is a rendered message. It has no addresses: those are the
// message's and the mailer's.
type MailContent struct {
	Subject string       `json:"betreff"` // one line
	Text    string       `json:"text"`
	HTML    string       `json:"html"`
	Inline  []InlineFile `json:"bilder,omitempty"`

	Attached []AttachedFile `json:"anlagen,omitempty"`
}

// AttachedFile is a file that the addressee gets to keep with a message.
type AttachedFile struct {
	Name string `json:"name"` // of the file
	Type string `json:"typ"`  // media type
	Data []byte `json:"daten"`
}

// InlineFile is a picture that the HTML of a message shows.
type InlineFile struct {
	CID  string `json:"cid"` // the HTML names it as "cid:" + CID
	Type string `json:"typ"` // media type
	Data []byte `json:"daten"`
}

// What a mailer says of a message that it did not send. Every other error means
// that the same message may succeed later, or may even have been sent.
var (
	// ErrMailRefused means that the message can never be sent: no attempt will
	// change that. Use [shop.Error.With] for the reason, without addresses.
	ErrMailRefused = &shop.Error{Code: "mail_abgelehnt", Text: "Die Nachricht wurde abgelehnt."}
	// ErrMailPaused means that the sender was not asked at all, because it has
	// failed again and again (the circuit breaker is open).
	ErrMailPaused = errors.New("kontor: the mail sender is paused")
)

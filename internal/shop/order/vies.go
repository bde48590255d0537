package order

import (
	"context"
	"unicode/utf8"

	"kontor/internal/shop"
)

// VIESNote is the operator's request to keep what VIES said about a buyer's number.
type VIESNote struct {
	VIES
	IfVersion int64  // refuse with [shop.ErrStale] unless the order has this version; 0: any
	Actor     string // for the history
}

// Refusals of such notes.
var (
	ErrInvalidVIES = &shop.Error{Code: "ungueltige_vies_auskunft", Text: "Ungültige Auskunft von VIES."}
	ErrVIESUnfit   = &shop.Error{Code: "vies_unpassend", Text: "Zu dieser Bestellung passt keine Auskunft von VIES."}
)

// maxProof is how long the name of an answer may be, in characters.
const maxProof = 100

// check returns [ErrInvalidVIES] for a note that is invalid for any order.
func (n *VIESNote) check(today shop.Day) error {
	switch {
	case n.Day == "" || n.Day > today:
		return ErrInvalidVIES.With("Der Tag der Auskunft fehlt oder liegt in der Zukunft.")
	case utf8.RuneCountInString(n.Proof) > maxProof:
		return ErrInvalidVIES.With("Die Kennung der Auskunft ist zu lang.")
	}
	return nil
}

// NoteVIES adds what VIES said to the order. Documents decide by it how the sale is
// taxed, so it stays as it is while one of them is in force.
//
// Errors: [ErrVIESUnfit] with the reason.
func (d *Details) NoteVIES(n VIESNote) error {
	switch {
	case d.VATID == "":
		return ErrVIESUnfit.With("Die Bestellung nennt keine USt-IdNr.")
	case d.Invoiced() > 0:
		return ErrVIESUnfit.With("Die Rechnung ist schon ausgestellt. Erst stornieren, dann die Auskunft ändern.")
	}
	d.VIES = &n.VIES
	return nil
}

// Said returns the outcome in German.
func (v *VIES) Said() string {
	if v.Valid {
		return "gültig"
	}
	return "ungültig"
}

// Text returns the answer about a number in German, for the history.
func (v *VIES) Text(vatID string) string {
	text := "VIES am " + v.Day.German() + ": " + vatID + " ist " + v.Said()
	if v.Proof != "" {
		text += " (" + v.Proof + ")"
	}
	return text
}

// NoteVIES keeps what VIES said about the buyer's number, and returns the order. Errors:
// [ErrInvalidVIES], and those of the store.
func (s *Service) NoteVIES(ctx context.Context, id int64, n VIESNote) (Details, error) {
	now := s.now()
	if err := n.check(shop.DayOf(now)); err != nil {
		return Details{}, err
	}
	return s.store.NoteVIES(ctx, id, n, now)
}

package dispatch

import (
	"time"

	"kontor/internal/shop"
	"kontor/internal/shop/order"
)

// Change is what became of a parcel; nil fields stay unchanged.
type Change struct {
	Number    *string
	Delivered *shop.Day // empty: not known any more
	TakenBack bool      // it was entered by mistake
	Actor     string    // for the history
}

// Check cleans the number, and returns the first broken rule of a change.
func (c *Change) Check() error {
	if c.Number == nil && c.Delivered == nil && !c.TakenBack {
		return shop.ErrNothingToChange
	}
	if c.Number != nil {
		clean := cleanNumber(*c.Number)
		if c.Number = &clean; !validNumber(clean) {
			return errNumber
		}
	}
	return nil
}

// Apply changes a parcel, and returns in German what happened, for the history.
//
// Errors: [ErrUnfit] with the reason.
func (c *Change) Apply(p *order.Parcel, at time.Time) (happened string, err error) {
	if !p.Counts() {
		return "", ErrUnfit.With("Diese Sendung wurde zurückgenommen.")
	}
	if c.TakenBack {
		p.TakenBackAt = at
		return p.Title() + " zurückgenommen", nil
	}
	before := p.Title()
	if c.Number != nil && *c.Number != p.Number {
		p.Number = *c.Number
		happened = before + " heißt jetzt " + p.Title()
	}
	if c.Delivered == nil {
		return happened, nil
	}
	if *c.Delivered != "" && (*c.Delivered < p.Sent || *c.Delivered > shop.DayOf(at)) {
		return "", ErrUnfit.With("Zugestellt wurde frühestens am Tag des Versands und spätestens heute.")
	}
	if p.Delivered = *c.Delivered; p.Delivered == "" {
		return joined(happened, p.Title()+" nicht mehr als zugestellt vermerkt"), nil
	}
	return joined(happened, p.Title()+" zugestellt am "+p.Delivered.German()), nil
}

func joined(first, second string) string {
	if first == "" {
		return second
	}
	return first + "; " + second
}

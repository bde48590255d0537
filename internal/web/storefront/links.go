package storefront

import (
	"encoding/binary"
	"errors"
	"time"

	"kontor/internal/gate"
	"kontor/internal/web/kit"
)

// How long the pages that somebody is sent to can be looked at again, and what
// their addresses are signed for.
const (
	confirmationLife = 30 * 24 * time.Hour

	purposeThanks     gate.Purpose = "danke"
	purposeWithdrawal gate.Purpose = "widerruf"
)

// signedLinks make addresses of pages that show one row to whoever has the
// address. Guessing finds none, and each ends.
type signedLinks struct{ keys *gate.Keyring }

// newSignedLinks signs with keys that are derived from the site's secrets. An
// address opens nothing but its own page.
func newSignedLinks(c *kit.Common, purpose gate.Purpose, secrets [][]byte) (signedLinks, error) {
	derived, err := gate.DeriveKeys(purpose, secrets)
	if err != nil {
		return signedLinks{}, err
	}
	keys, err := gate.NewKeyring(purpose, gate.Code{}, confirmationLife, derived...)
	if err != nil {
		return signedLinks{}, err
	}
	keys.Now = c.Now
	return signedLinks{keys}, nil
}

// seal returns the part of an address that stands for a row.
func (l signedLinks) seal(id int64) string {
	token, _ := l.keys.Seal(binary.BigEndian.AppendUint64(nil, uint64(id)))
	return token
}

// open returns the row of an address: ErrNotFound for one that nobody was
// given, ErrLinkExpired for one that is over.
func (l signedLinks) open(token string) (int64, error) {
	payload, _, err := l.keys.Open(token)
	switch {
	case errors.Is(err, gate.ErrExpired):
		return 0, kit.ErrLinkExpired
	case err != nil || len(payload) != 8:
		return 0, kit.ErrNotFound
	}
	return int64(binary.BigEndian.Uint64(payload)), nil
}

// thanksPath is where the customer of an order sees it, in German; a page in
// another language puts its own beginning before it.
func (s *Storefront) thanksPath(orderID int64) string {
	return "/danke/" + s.thanks.seal(orderID)
}

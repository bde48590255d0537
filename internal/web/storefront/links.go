package storefront

import (
	"encoding/binary"
	"errors"
	"time"

	"kontor/internal/gate"
	"kontor/internal/web/kit"
)

// How long the pages behind signed links can be revisited, and the purposes that their
// URLs are signed for.
const (
	confirmationLife = 30 * 24 * time.Hour

	purposeThanks     gate.Purpose = "danke"
	purposeWithdrawal gate.Purpose = "widerruf"
)

// signedLinks makes URLs of pages that show one row to anybody who has the URL. They
// cannot be guessed, and each expires.
type signedLinks struct{ keys *gate.Keyring }

// newSignedLinks signs with keys that are derived from the site's secrets. A URL opens
// nothing but its own page.
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

// seal returns the part of a URL that identifies a row.
func (l signedLinks) seal(id int64) string {
	token, _ := l.keys.Seal(binary.BigEndian.AppendUint64(nil, uint64(id)))
	return token
}

// open returns the row of a URL. Errors: ErrNotFound for one that was never issued,
// ErrLinkExpired for an expired one.
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

// thanksPath returns the path where an order's customer sees it, in German; other
// languages prepend their prefix.
func (s *Storefront) thanksPath(orderID int64) string {
	return "/danke/" + s.thanks.seal(orderID)
}

package storefront

import (
	"encoding/binary"
	"errors"
	"time"

	"kontor/internal/gate"
	"kontor/internal/shop"
	"kontor/internal/web/kit"
)

// How long the pages behind signed links can be revisited, and the purposes that their
// URLs are signed for.
const (
	confirmationLife = 30 * 24 * time.Hour

	// orderPageLife is how long a link in a message opens the page of its order.
	orderPageLife = 180 * 24 * time.Hour

	purposeThanks     gate.Purpose = "danke"
	purposeOrderPage  gate.Purpose = "bestellung"
	purposeWithdrawal gate.Purpose = "widerruf"
)

// signedLinks makes URLs of pages that show one row to anybody who has the URL. They
// cannot be guessed, and each expires.
type signedLinks struct{ keys *gate.Keyring }

// newSignedLinks signs with keys that are derived from the site's secrets. A URL opens
// nothing but its own page, for as long as its life.
func newSignedLinks(now func() time.Time, purpose gate.Purpose, life time.Duration, secrets [][]byte) (signedLinks, error) {
	derived, err := gate.DeriveKeys(purpose, secrets)
	if err != nil {
		return signedLinks{}, err
	}
	keys, err := gate.NewKeyring(purpose, gate.Code{}, life, derived...)
	if err != nil {
		return signedLinks{}, err
	}
	keys.Now = now
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
	id, _, err := l.openDated(token)
	return id, err
}

// openDated is open, and returns when the URL was made, to the second.
func (l signedLinks) openDated(token string) (id int64, made time.Time, err error) {
	payload, session, err := l.keys.Open(token)
	switch {
	case errors.Is(err, gate.ErrExpired):
		return 0, made, kit.ErrLinkExpired
	case err != nil || len(payload) != 8:
		return 0, made, kit.ErrNotFound
	}
	return int64(binary.BigEndian.Uint64(payload)), session.IssuedAt, nil
}

// OrderPages makes the URLs of the pages on which customers follow their orders.
type OrderPages struct{ links signedLinks }

// NewOrderPages returns the URLs that the storefront with the same secrets opens.
func NewOrderPages(now func() time.Time, secrets [][]byte) (OrderPages, error) {
	links, err := newSignedLinks(now, purposeOrderPage, orderPageLife, secrets)
	return OrderPages{links}, err
}

// Path returns the path of an order's page in a language, which works for 180 days.
func (l OrderPages) Path(language shop.Language, orderID int64) string {
	return languagePrefix(language) + orderPagePath + l.links.seal(orderID)
}

// thanksPath returns the path where an order's customer sees it, in German; other
// languages prepend their prefix.
func (s *Storefront) thanksPath(orderID int64) string {
	return "/danke/" + s.thanks.seal(orderID)
}

package mail

import (
	"errors"
	netmail "net/mail"
	"net/netip"
	"strings"
	"unicode/utf8"

	"golang.org/x/net/idna"

	"kontor/internal/shop/message"
)

// Maximum lengths of an address's parts. RFC 5321, section 4.5.3.1.
const (
	maxLocalPart = 64
	maxAddress   = 254
)

// domains processes the names of mail servers as browsers process those of sites, and
// checks the lengths of their labels.
var domains = idna.New(idna.MapForLookup(), idna.BidiRule(), idna.StrictDomainName(true), idna.VerifyDNSLength(true))

var errAddress = message.ErrMailRefused.With("Die Adresse lässt sich nicht anschreiben.")

// recipient returns the address in the form handed to a sender, with its domain in
// ASCII. It refuses everything that is not exactly one plain address: lists, display
// names, comments, quotes and line ends could add recipients or headers, and addresses
// without a host name could reach internal machines.
func recipient(address string) (string, error) {
	parsed, err := netmail.ParseAddress(address)
	if err != nil || parsed.Name != "" || parsed.Address != address {
		return "", errAddress
	}
	at := strings.LastIndexByte(address, '@')
	local, domain := address[:at], address[at+1:]
	ascii, err := domains.ToASCII(domain)
	if _, notIP := netip.ParseAddr(ascii); err != nil || notIP == nil {
		return "", errAddress
	}
	if len(local) > maxLocalPart || len(local)+1+len(ascii) > maxAddress {
		return "", errAddress
	}
	// A mailbox outside ASCII needs SMTPUTF8 on every server on the way.
	if strings.IndexFunc(local, func(r rune) bool { return r >= utf8.RuneSelf }) >= 0 {
		return "", errAddress
	}
	return local + "@" + ascii, nil
}

// senderAddress parses MAIL_FROM; the shop's name is the default display name.
func senderAddress(from, shop string) (*netmail.Address, error) {
	parsed, err := netmail.ParseAddress(from)
	if err != nil {
		return nil, errors.New("mail: the sender's address is malformed")
	}
	if parsed.Address, err = recipient(parsed.Address); err != nil {
		return nil, errors.New("mail: the sender's address cannot send")
	}
	if parsed.Name == "" {
		parsed.Name = shop
	}
	return parsed, nil
}

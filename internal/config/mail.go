package config

import (
	netmail "net/mail"
	"net/netip"
	"net/url"
	"regexp"
	"strconv"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"
)

const (
	maxHolder      = 70 // of an account, the limit of a GiroCode
	maxShopAddress = 200
	maxTaxID       = 40
)

var (
	ibanForm = regexp.MustCompile(`^[A-Z]{2}[0-9]{2}[A-Z0-9]{11,30}$`)
	bicForm  = regexp.MustCompile(`^[A-Z]{6}[A-Z0-9]{2}([A-Z0-9]{3})?$`)
)

// Mail reports whether a way to send e-mails is configured.
func (c *Config) Mail() bool { return c.ResendAPIKey != "" || c.SMTPURL != "" }

// mail checks how e-mails are sent and to whom. A shop that sends any needs an address
// for the notices of new orders. Contract, section 8.
func (k *checker) mail() {
	c := k.config
	k.require(c.ResendAPIKey == "" || isToken(string(c.ResendAPIKey)), "RESEND_API_KEY")
	k.require(c.SMTPURL == "" || isMailServer(string(c.SMTPURL)), "SMTP_URL")
	k.require(c.ResendAPIKey == "" || c.SMTPURL == "", "SMTP_URL", "RESEND_API_KEY ist auch gesetzt; nur eines von beiden angeben")
	k.require(isPrivateURL(c.ResendBaseURL), "RESEND_BASE_URL", "unverschlüsselt (http) wären Schlüssel und Nachrichten lesbar")
	k.require(!c.Mail() || c.OrderNotificationEmail != "", "ORDER_NOTIFICATION_EMAIL", "fehlt, aber der E-Mail-Versand ist eingerichtet")
	k.require(c.OrderNotificationEmail == "" || isMailbox(c.OrderNotificationEmail), "ORDER_NOTIFICATION_EMAIL")
	k.require(c.ShopEmail == "" || isMailbox(c.ShopEmail), "SHOP_EMAIL")
	k.require(c.MailFrom == "" || isSender(c.MailFrom), "MAIL_FROM")
	k.require(c.ShopAddress == "" || isLine(c.ShopAddress, maxShopAddress), "SHOP_ADRESSE")
	_, _, err := c.reportTime()
	k.require(err == nil, "BERICHT_UM")
}

// ReportTime returns when in the day, after midnight in Berlin, the operator gets the
// daily report; false: never.
func (c *Config) ReportTime() (at time.Duration, ever bool) {
	at, ever, _ = c.reportTime()
	return at, ever
}

func (c *Config) reportTime() (at time.Duration, ever bool, err error) {
	if c.ReportAt == "" || c.ReportAt == "aus" {
		return 0, false, nil
	}
	clock, err := time.Parse("15:04", c.ReportAt)
	return time.Duration(clock.Hour())*time.Hour + time.Duration(clock.Minute())*time.Minute, err == nil, err
}

// bank checks the account for bank transfers: money sent to a mistyped one is hard to
// get back.
func (k *checker) bank() {
	c := k.config
	c.IBAN = compact(c.IBAN)
	c.BIC = compact(c.BIC)
	k.require(c.IBAN == "" || isIBAN(c.IBAN), "IBAN")
	k.require(c.BIC == "" || bicForm.MatchString(c.BIC), "BIC")
	k.require(c.BankHolder == "" || isLine(c.BankHolder, maxHolder), "KONTOINHABER")
	k.require(c.IBAN == "" || c.BankHolder != "", "KONTOINHABER", "fehlt, aber eine IBAN ist gesetzt")
	k.require(c.IBAN != "" || c.BankHolder == "" && c.BIC == "", "IBAN", "fehlt, aber KONTOINHABER oder BIC ist gesetzt")
}

// compact removes the spaces that people write in account numbers.
func compact(s string) string { return strings.ToUpper(strings.ReplaceAll(s, " ", "")) }

// isIBAN checks form and checksum. ISO 13616: with its first four characters moved to
// the end and its letters read as 10 to 35, the number leaves 1 when divided by 97.
func isIBAN(s string) bool {
	if !ibanForm.MatchString(s) {
		return false
	}
	rest := 0
	for _, r := range s[4:] + s[:4] {
		value, _ := strconv.ParseInt(string(r), 36, 0)
		if value > 9 {
			rest *= 10
		}
		rest = (rest*10 + int(value)) % 97
	}
	return rest == 1
}

// isLine reports whether s is one line of text within the limit.
func isLine(s string, limit int) bool {
	return strings.TrimSpace(s) != "" && utf8.ValidString(s) && !strings.ContainsFunc(s, unicode.IsControl) &&
		utf8.RuneCountInString(s) <= limit
}

// isToken reports whether s can be sent in an HTTP header.
func isToken(s string) bool {
	return !strings.ContainsFunc(s, func(r rune) bool { return r <= ' ' || r > '~' })
}

// isMailbox reports whether s is one e-mail address and nothing else.
func isMailbox(s string) bool {
	parsed, err := netmail.ParseAddress(s)
	return err == nil && parsed.Name == "" && parsed.Address == s && isReachable(s)
}

// isSender is isMailbox for an address that may include a name.
func isSender(s string) bool {
	parsed, err := netmail.ParseAddress(s)
	return err == nil && isLine(s, maxShopAddress) && isReachable(parsed.Address)
}

// isReachable reports whether every mail server can handle an address: an ASCII mailbox
// on a host that has a name.
func isReachable(address string) bool {
	local, domain, _ := strings.Cut(address, "@")
	_, isIP := netip.ParseAddr(domain)
	return isToken(local) && !strings.HasPrefix(domain, "[") && isIP != nil
}

// isMailServer reports whether s is the URL of an SMTP server, with or without a login.
func isMailServer(s string) bool {
	u, err := url.Parse(s)
	if err != nil || u.Hostname() == "" || u.Scheme != "smtp" && u.Scheme != "smtps" {
		return false
	}
	if port := u.Port(); port == "0" || port != "" && !isAddress(u.Host) {
		return false
	}
	return strings.Trim(u.Path, "/") == "" && u.RawQuery == "" && u.Fragment == ""
}

// isPrivateURL reports whether nobody on the way to a URL can listen.
func isPrivateURL(s string) bool {
	u, err := url.Parse(s)
	if err != nil || u.Hostname() == "" || u.User != nil || u.RawQuery != "" || u.Fragment != "" {
		return false
	}
	return u.Scheme == "https" || u.Scheme == "http" && isLoopback(u.Hostname())
}

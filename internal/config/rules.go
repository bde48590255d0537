package config

import (
	"net/url"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

const maxShopName = 80

var (
	prefixForm  = regexp.MustCompile(`^[A-Z]{1,8}$`)
	productForm = regexp.MustCompile(`^[a-z0-9]+(-[a-z0-9]+)*$`)
	slugForm    = regexp.MustCompile(`^[a-z][a-z0-9-]{0,31}$`)
)

// addresses keeps codes and sessions from crossing a network in the clear: plain http
// is for this computer only.
func (k *checker) addresses() {
	c := k.config
	k.require(isAddress(c.ListenAddr), "LISTEN_ADDR")
	k.require(c.MetricsAddr == "" || isAddress(c.MetricsAddr), "METRICS_ADDR")
	k.proxies()
	if c.BaseURL != "" && !isOrigin(c.BaseURL) {
		k.refuse("BASE_URL")
		return
	}
	base, _ := url.Parse(c.BaseURL)
	k.require(base.Scheme != "http" || isLoopback(base.Hostname()), "BASE_URL", "unverschlüsselt (http) wären Codes und Sitzungen lesbar")
	if isAddress(c.ListenAddr) && !isLoopback(host(c.ListenAddr)) && !isHTTPS(c.BaseURL) {
		k.problem("LISTEN_ADDR", c.ListenAddr, "von außen erreichbar; erwartet: dazu BASE_URL mit https, oder eine Adresse dieses Rechners wie 127.0.0.1:8080")
	}
}

// noProxy says in TRUSTED_PROXIES that there is none, as against forgotten.
const noProxy = "keine"

func (k *checker) proxies() {
	c := k.config
	if len(c.TrustedProxies) == 1 && strings.TrimSpace(c.TrustedProxies[0]) == noProxy {
		c.NoProxy, c.TrustedProxies = true, nil
	}
	k.require(!slices.ContainsFunc(c.TrustedProxies, isNoProxy), "TRUSTED_PROXIES")
}

func isNoProxy(entry string) bool {
	entry = strings.TrimSpace(entry)
	return entry != "" && !isNetwork(entry)
}

func (k *checker) shop() {
	c := k.config
	name := strings.TrimSpace(c.ShopName)
	oneLine := utf8.ValidString(name) && !strings.ContainsFunc(name, unicode.IsControl)
	k.require(name != "" && oneLine && utf8.RuneCountInString(name) <= maxShopName, "SHOP_NAME")
	k.require(prefixForm.MatchString(c.ShopPrefix), "SHOP_PREFIX")
	k.require(prefixForm.MatchString(c.InvoicePrefix) && c.InvoicePrefix != c.ShopPrefix, "RECHNUNG_PREFIX")
	k.require(slugForm.MatchString(c.ShopSlug), "SHOP_SLUG")
}

func (k *checker) choices() {
	c := k.config
	k.require(slices.Contains([]string{"hinweis", "streng", "aus"}, c.PriceCheck), "PREISPRUEFUNG")
	k.require(slices.Contains([]string{"streng", "hinweis"}, c.Duties), "PRODUKTPFLICHTEN")
	k.require(slices.Contains([]string{"text", "json"}, c.LogFormat), "LOG_FORMAT")
	k.require(isPercent(c.LoyaltyPercent), "TREUEBONUS_PROZENT")
	k.require(isPercent(c.SubscriptionPercent), "ABO_RABATT_PROZENT")
	k.require(c.Subscription == "" || productForm.MatchString(c.Subscription), "ABO_PRODUKT")
	k.require(c.SubscriptionGift == "" || productForm.MatchString(c.SubscriptionGift), "ABO_GESCHENK")
	k.require(c.LegalDir == "" || isDir(c.LegalDir), "RECHTSTEXTE_DIR")
	k.require(!isFile(c.BackupDir), "SICHERUNG_DIR")
	k.require(c.PhotoDir == "" || isDir(c.PhotoDir), "PRODUKTBILDER_DIR")
	k.exceptions()
	k.database()
}

// The conditions of a public shop that GO_LIVE_AUSNAHME can waive, by their names there.
const (
	ExceptAddress  = "anschrift"
	ExceptEmail    = "email"
	ExceptMail     = "mail"
	ExceptName     = "name"
	ExceptProducts = "produkte"
	ExceptLegal    = "recht"
	ExceptCopies   = "sicherung"
	ExceptTax      = "steuer"
	ExceptClock    = "uhr"
	ExceptPayment  = "zahlung"
)

var exceptions = []string{ExceptAddress, ExceptEmail, ExceptMail, ExceptName, ExceptProducts, ExceptLegal, ExceptCopies, ExceptTax, ExceptClock, ExceptPayment}

func (k *checker) exceptions() {
	c := k.config
	for i, name := range c.LiveExceptions {
		c.LiveExceptions[i] = strings.TrimSpace(name)
		k.require(slices.Contains(exceptions, c.LiveExceptions[i]) || k.refused("GO_LIVE_AUSNAHME"), "GO_LIVE_AUSNAHME", strconv.Quote(c.LiveExceptions[i])+" ist keine Bedingung mit Ausnahme")
	}
}

// database checks PostgreSQL's address: a shop meant to use another server must not
// quietly fill a local file instead.
func (k *checker) database() {
	url := string(k.config.DatabaseURL)
	known := strings.HasPrefix(url, "postgres://") || strings.HasPrefix(url, "postgresql://")
	k.require(url == "" || known, "DATABASE_URL")
}

func isPercent(n int64) bool { return n >= 0 && n <= 100 }

// isFile reports whether something other than a directory is there.
func isFile(path string) bool {
	info, err := os.Stat(path)
	return err == nil && !info.IsDir()
}

func isDir(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.IsDir()
}

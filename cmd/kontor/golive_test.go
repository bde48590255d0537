package main

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"kontor/internal/backup"
	"kontor/internal/database"
	"kontor/internal/demo"
	"kontor/internal/doctor"
	"kontor/internal/shop"
	"kontor/internal/store"
	"kontor/tests/scratch"
)

// ownSecrets are what a shop needs that others than this computer can reach.
var ownSecrets = []string{
	"SITE_ACCESS_CODE=Wolle-und-Garn-7", "SITE_SESSION_SECRET=3LbQ6n8vZ1xYwR5tKf0pHs2mJc9dGuEa",
	"VERWALTUNG_ACCESS_CODE=Knopfschachtel-9", "VERWALTUNG_SESSION_SECRET=Vq7TzB4hXo1NkWe6rMi9LyCs3gPuFj5D",
	"KONTO_SESSION_SECRET=h8XwC2mQe6Zr0BnT4yLdK7sVfJ1pGuAi",
}

// liveShop returns the settings of a shop that may be public, with everything in dir.
func liveShop(t *testing.T, dir string) []string {
	t.Helper()
	legal := filepath.Join(dir, "recht")
	_, recipient, err := backup.Generate()
	if err != nil {
		t.Fatal(err)
	}
	if err := os.Mkdir(legal, 0o700); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"impressum", "agb", "datenschutz", "widerrufsrecht"} {
		for _, language := range shop.Languages {
			writeText(t, filepath.Join(legal, name+"."+string(language)+".md"), "# Text\n\nSiehe [hier](https://shop.test/).\n")
		}
	}
	writeText(t, filepath.Join(legal, "gewaehrleistung.de.svg"), "<svg/>")
	image, err := liveDatabase()
	if err != nil {
		t.Fatal(err)
	}
	writeText(t, filepath.Join(dir, database.FileName), string(image))
	return append([]string{
		"PATH=" + os.Getenv("PATH"), "DATA_DIR=" + dir, "LISTEN_ADDR=127.0.0.1:0", "BASE_URL=https://shop.test", "SITE_PUBLIC=true",
		"TRUSTED_PROXIES=keine", "RECHTSTEXTE_DIR=" + legal, "SMTP_URL=smtp://127.0.0.1:1", "ORDER_NOTIFICATION_EMAIL=post@shop.test",
		"SHOP_NAME=Wollwerk", "SHOP_PREFIX=WM", "SHOP_ADRESSE=Weg 1, 10115 Berlin", "SHOP_EMAIL=post@shop.test", "SHOP_STEUERNUMMER=DE123456789",
		"LIEFERZEIT_DE=2-4", "LIEFERZEIT_AT=3-5", "LIEFERZEIT_CH=4-7", "LIEFERZEIT_LU=3-5",
		"IBAN=DE02120300000000202051", "KONTOINHABER=Max Muster", "SICHERUNG_EMPFAENGER=" + recipient,
	}, ownSecrets...)
}

// liveDatabase is the content of a database with a product of the operator's own.
var liveDatabase = sync.OnceValues(func() ([]byte, error) {
	dir, err := os.MkdirTemp("", "kontor-live-")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	db, err := store.Open(context.Background(), database.Options{Dir: dir})
	if err != nil {
		return nil, err
	}
	product := demo.Products()[0]
	product.Slug, product.Demo, product.Maker, product.Group = "eigenes-garn", false, "", ""
	product.DutyExemption = "hier nicht der Gegenstand"
	_, err = db.CreateProduct(context.Background(), product, time.Now())
	if err := errors.Join(err, db.Close()); err != nil {
		return nil, err
	}
	return os.ReadFile(filepath.Join(dir, database.FileName))
})

func writeText(t *testing.T, path, text string) {
	t.Helper()
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}

// breach makes a shop that may be public miss a condition: by settings added or, with an
// empty value, left out, by its database, or by its files.
type breach struct {
	settings []string
	change   func(*testing.T, *store.DB)
	file     string // a legal text
	text     string // its content; empty: it is removed
	args     []string
	refused  string // the conditions named, separated by spaces
}

// W17: a condition each.
var breaches = map[string]breach{
	"text missing":       {file: "agb.de.md", refused: "recht"},
	"text empty":         {file: "impressum.de.md", text: " \n", refused: "recht"},
	"text with brackets": {file: "impressum.de.md", text: "Inhaber: [Name einsetzen]", refused: "recht"},
	"text with TODO":     {file: "datenschutz.de.md", text: "TODO", refused: "recht"},
	"no mail":            {settings: []string{"SMTP_URL="}, refused: "mail"},
	"no address":         {settings: []string{"SHOP_ADRESSE="}, refused: "anschrift"},
	"no e-mail":          {settings: []string{"SHOP_EMAIL="}, refused: "email"},
	"no tax number":      {settings: []string{"SHOP_STEUERNUMMER="}, refused: "steuer"},
	"no payment":         {settings: []string{"IBAN=", "KONTOINHABER="}, refused: "zahlung"},
	"sandbox":            {settings: []string{"PAYPAL_CLIENT_ID=x", "PAYPAL_CLIENT_SECRET=y", "PAYPAL_BASE_URL=https://api-m.sandbox.paypal.com"}, refused: "sandbox"},
	"rehearsal":          {args: []string{"--probe"}, refused: "probe"},
	"default name":       {settings: []string{"SHOP_NAME="}, refused: "name"},
	"default prefix":     {settings: []string{"SHOP_PREFIX=BK"}, refused: "name"},
	"demo product":       {change: addDemoProduct, refused: "demo"},
	"demo coupon":        {change: addDemoCoupon, refused: "demo"},
	"nothing is sold":    {change: sellNothing, refused: "produkte"},
	"proxy not said":     {settings: []string{"TRUSTED_PROXIES="}, refused: "proxys"},
	"no copies":          {settings: []string{"SICHERUNG_DIR=/dev/null/sicherung"}, refused: "sicherung"},
	"all but the exceptions": {
		settings: []string{"SMTP_URL=", "SHOP_STEUERNUMMER=", "TRUSTED_PROXIES=", "GO_LIVE_AUSNAHME=mail,steuer"}, refused: "proxys",
	},
	"no exception for the demo": {
		settings: []string{"GO_LIVE_AUSNAHME=recht,mail,anschrift,email,steuer,zahlung,name,produkte,sicherung,uhr"}, change: addDemoProduct, refused: "demo",
	},
	"all together": {
		settings: []string{
			"SMTP_URL=", "SHOP_ADRESSE=", "SHOP_EMAIL=", "SHOP_STEUERNUMMER=", "IBAN=", "KONTOINHABER=", "SHOP_NAME=", "TRUSTED_PROXIES=", "RECHTSTEXTE_DIR=", "SICHERUNG_DIR=/dev/null/sicherung",
		},
		change:  func(t *testing.T, db *store.DB) { addDemoCoupon(t, db); sellNothing(t, db) },
		args:    []string{"--probe"},
		refused: "anschrift demo email mail name probe produkte proxys recht sicherung steuer zahlung",
	},
}

func addDemoProduct(t *testing.T, db *store.DB) {
	product := demo.Products()[1]
	product.Maker = "" // none is there
	if _, err := db.CreateProduct(t.Context(), product, time.Now()); err != nil {
		t.Error(err)
	}
}

func addDemoCoupon(t *testing.T, db *store.DB) {
	if _, err := db.CreateCoupon(t.Context(), demo.Coupons()[2], time.Now()); err != nil {
		t.Error(err)
	}
}

func sellNothing(t *testing.T, db *store.DB) {
	p, err := db.Product(t.Context(), "eigenes-garn")
	p.Active = false
	if err == nil {
		_, err = db.ChangeProduct(t.Context(), p, time.Now())
	}
	if err != nil {
		t.Error(err)
	}
}

var refusedCondition = regexp.MustCompile(`(?m)^  ([a-z]+): .+; .+$`)

func TestW17_EachConditionAloneRefuses(t *testing.T) {
	t.Parallel()
	for name, breach := range breaches {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			dir := scratch.Dir(t)
			settings := breach.arrange(t, dir, liveShop(t, dir))
			code, _, errors := runKontor(t, settings, append([]string{"serve"}, breach.args...)...)
			var named []string
			for _, line := range refusedCondition.FindAllStringSubmatch(errors, -1) {
				named = append(named, line[1])
			}
			slices.Sort(named)
			if got := strings.Join(named, " "); code != exitRefused || got != breach.refused {
				t.Errorf("exit %d, refused for %q, want %q:\n%s", code, got, breach.refused, errors)
			}
			if strings.Contains(errors, "shop started") {
				t.Errorf("it answered before:\n%s", errors)
			}
			if breach.args == nil && (breach.change != nil || os.Getenv("KONTOR_TEST_ALL") != "") {
				wantChecked(t, settings, breach.refused)
			}
		})
	}
}

// arrange makes the shop miss the condition and returns its settings.
func (b breach) arrange(t *testing.T, dir string, settings []string) []string {
	t.Helper()
	path := filepath.Join(dir, "recht", b.file)
	switch {
	case b.file != "" && b.text != "":
		writeText(t, path, b.text)
	case b.file != "":
		if err := os.Remove(path); err != nil {
			t.Fatal(err)
		}
	}
	if b.change != nil {
		db, err := store.Open(t.Context(), database.Options{Dir: dir})
		if err != nil {
			t.Fatal(err)
		}
		b.change(t, db)
		if err := db.Close(); err != nil {
			t.Fatal(err)
		}
	}
	return append(settings, b.settings...) // of two values the last counts
}

// wantChecked expects `kontor check --public` to say the same beforehand.
func wantChecked(t *testing.T, settings []string, refused string) {
	t.Helper()
	code, out, _ := runKontor(t, settings, "check", "--public")
	var named []string
	for line := range strings.Lines(out) {
		if words := strings.Fields(line); words[0] == string(doctor.Failure) {
			named = append(named, words[1])
		}
	}
	if got := strings.Join(named, " "); code != exitFailed || got != refused {
		t.Errorf("check --public: exit %d, %q:\n%s", code, got, out)
	}
}

// W17: wrong settings, too, are nothing that another start would mend.
func TestW17_WrongSettingsAreRefused(t *testing.T) {
	t.Parallel()
	settings := []string{"DATA_DIR=" + scratch.Dir(t), "LISTEN_ADDR=0.0.0.0:1", "VERSAND_DE=teuer"}
	if code, out, errors := runKontor(t, settings, "serve"); code != exitRefused || out != "" || !strings.Contains(errors, "VERSAND_DE") {
		t.Errorf("exit %d:\n%s%s", code, out, errors)
	}
}

// copiesOnSameDisk is what the tests' shops are warned of: everything is in one directory.
const copiesOnSameDisk = "auf demselben Datenträger wie die Daten"

// W17: a shop that meets all conditions starts, and so does one with exceptions, which
// the log names. None of them binds a shop on this computer or one behind its gate.
func TestW17_WhatMeetsTheConditionsStarts(t *testing.T) {
	t.Parallel()
	dir := scratch.Dir(t)
	live := liveShop(t, dir)
	code, out, errs := runKontor(t, live, "check", "--public")
	if code != exitWaiting || strings.Count(out, "warnung") != 1 || !strings.Contains(out, copiesOnSameDisk) {
		t.Errorf("check --public: exit %d\n%s%s", code, out, errs)
	}
	for name, c := range map[string]struct {
		settings []string
		logged   string
	}{
		"all met":         {nil, ""},
		"with exceptions": {[]string{"SMTP_URL=", "SHOP_ADRESSE=", "GO_LIVE_AUSNAHME=mail, anschrift"}, `check=mail finding="der E-Mail-Versand ist nicht eingerichtet (ausgenommen durch GO_LIVE_AUSNAHME)"`},
		"only warnings":   {[]string{"PREISPRUEFUNG=aus", "MAIL_FROM=shop@anderswo.test"}, `check=preise`},
		"unnamed times":   {[]string{"LIEFERZEIT_CH="}, `finding="der Shop nennt für 1 Land keine Lieferzeit: LIEFERZEIT_CH"`},
		"a trusted proxy": {[]string{"TRUSTED_PROXIES=10.0.0.7"}, ""},
		"closed":          {[]string{"SITE_PUBLIC=", "SMTP_URL=", "SHOP_NAME="}, ""},
	} {
		p := startLive(t, append(live, c.settings...))
		p.mustEnd(t)
		if log := p.stderr.String(); !strings.Contains(log, c.logged) || c.logged == "" && strings.Count(log, `msg="public shop"`) > strings.Count(log, copiesOnSameDisk) {
			t.Errorf("%s: logged\n%s", name, log)
		}
	}
	start(t, emptyShop(t), "SITE_PUBLIC=true").mustEnd(t)
}

func startLive(t *testing.T, settings []string) *process {
	t.Helper()
	p, err := launch(command(settings, "serve"), nil)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { p.cmd.Process.Kill() })
	return p
}

package audit

import "strings"

// Entry is what somebody did, as the transaction that did it stores it.
type Entry struct {
	Action  Action
	Subject string // kind and id, see [Subject]; empty: the shop
	From    string // the state before; empty: none, or of no interest
	To      string // what became of it
}

// Action is the kind of an entry.
type Action string

// The actions of operators, of commands, and of the program itself.
const (
	Status    Action = "status"
	Note      Action = "notiz"
	Twin      Action = "doppelt"
	Invoice   Action = "rechnung"
	Elsewhere Action = "fernverkauf" // what other channels sold
	Dispatch  Action = "versand"
	VIES      Action = "vies"
	Receipt   Action = "eingang"
	Statement Action = "kontoauszug"
	Refund    Action = "erstattung"
	Payment   Action = "zahlung"
	Coupon    Action = "gutschein"
	Product   Action = "produkt"
	Photo     Action = "bild"
	Stock     Action = "bestand"
	Mail      Action = "mail"
	Export    Action = "export"
	Download  Action = "download"
	SignIn    Action = "anmeldung"
	Ended     Action = "sitzungsende"
	Named     Action = "name"
	Demo      Action = "demo"
	Import    Action = "import"
	Retention Action = "aufbewahrung"
	Setting   Action = "einstellung"
	Move      Action = "umzug"
	Backup    Action = "sicherung"
	Restore   Action = "wiederherstellung"
	Erasure   Action = "kontoloeschung" // again, after a restore; customers leave no entry
	Cut       Action = "gekuerzt"       // its To is the [Head] of what was cut off
)

// labels are the actions' German names, in the order in which the page offers them.
var labels = []struct {
	action Action
	label  string
}{
	{Status, "Status geändert"}, {Note, "Notiz geändert"}, {Twin, "Doppelte Bestellung"}, {Invoice, "Rechnung ausgestellt"}, {Elsewhere, "Fernverkauf eingetragen"},
	{Dispatch, "Versand"}, {VIES, "Auskunft von VIES"},
	{Receipt, "Zahlungseingang"}, {Statement, "Kontoauszug eingelesen"}, {Refund, "Erstattung"}, {Payment, "Zahlung"},
	{Coupon, "Gutschein"}, {Product, "Produkt"}, {Photo, "Produktbild"}, {Stock, "Bestand geändert"}, {Mail, "E-Mail"},
	{Export, "Export"}, {Download, "Download"},
	{SignIn, "Anmeldung"}, {Ended, "Sitzung beendet"}, {Named, "Name angegeben"},
	{Demo, "Beispieldaten"}, {Import, "Import"}, {Retention, "Aufbewahrung"}, {Setting, "Einstellung geändert"},
	{Move, "Umzug"}, {Backup, "Sicherung"}, {Restore, "Wiederherstellung"}, {Erasure, "Konto gelöscht"}, {Cut, "Protokoll gekürzt"},
}

// Actions returns all actions in the order in which they are offered.
func Actions() (all []Action) {
	for _, l := range labels {
		all = append(all, l.action)
	}
	return all
}

// Label returns the action's German name; its own text if it has none.
func (a Action) Label() string {
	for _, l := range labels {
		if l.action == a {
			return l.label
		}
	}
	return string(a)
}

// Kinds of subjects.
const (
	KindOrder    = "bestellung" // its number follows
	KindReceipt  = "eingang"
	KindPayment  = "zahlung"
	KindCoupon   = "gutschein"
	KindProduct  = "produkt"
	KindCategory = "kategorie"
	KindMaker    = "hersteller"
	KindGroup    = "produktgruppe"
	KindMail     = "mail"
	KindSession  = "sitzung"
	KindAccount  = "konto"
	KindSetting  = "einstellung"
	KindYear     = "jahr"
)

// Subject returns the subject of a kind with an id.
func Subject(kind, id string) string { return kind + " " + id }

// Diff collects what changed of a subject with several properties.
type Diff struct{ from, to []string }

// Value adds a property with its values, if they differ.
func (d *Diff) Value(name, before, after string) {
	if before != after {
		d.from = append(d.from, name+" "+shown(before))
		d.to = append(d.to, name+" "+shown(after))
	}
}

// Text adds the name of a property whose values differ and are too long to be repeated.
func (d *Diff) Text(name, before, after string) {
	if before != after {
		d.to = append(d.to, name+" geändert")
	}
}

// Entry returns the entry about the change. One without a difference is an entry all the
// same: somebody confirmed what was there.
func (d *Diff) Entry(action Action, subject string) Entry {
	to := strings.Join(d.to, ", ")
	if to == "" {
		to = "unverändert"
	}
	return Entry{action, subject, strings.Join(d.from, ", "), to}
}

func shown(value string) string {
	if value == "" {
		return "–"
	}
	return value
}

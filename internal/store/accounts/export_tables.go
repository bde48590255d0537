package accounts

import (
	"encoding/base64"
	"encoding/json"
	"fmt"

	"kontor/internal/shop/account"
	"kontor/internal/shop/order"
	"kontor/internal/store/messages"
)

// exportTable lists the columns of a table that are exported to a customer. A test
// compares these lists with the schema: a new column has to be exported, or left out
// for a reason.
type exportTable struct {
	member  string // for a part: its name in the file
	from    string // the table, with its joins
	columns []string
	owner   string                            // column that says whose row it is; in a part it comes first, and is not exported
	order   string                            // of the rows
	rest    string                            // replaces order
	convert map[string]func(any) (any, error) // for values that are not exported as they are stored
}

var (
	customerExport = exportTable{
		from: "customers", owner: "id", order: "id",
		columns: []string{"id", "name", "email", "email_bestaetigt", "angemeldet_at", "created_at", "updated_at"},
	}
	identityExport = exportTable{
		from: "kunden_anmeldungen", owner: "kunde_id", order: "verbunden_at, anbieter",
		columns: []string{"anbieter", "issuer", "sub", "verbunden_at", "benutzt_at"},
	}
	sessionExport = exportTable{
		from: "kunden_sitzungen", owner: "kunde_id", order: "begonnen_at",
		columns: []string{"begonnen_at", "gesehen_at"},
	}
	downloadExport = exportTable{
		from: "kunden_abrufe", owner: "kunde_id", order: "zeit",
		columns: []string{"zeit"},
	}
	orderExport = exportTable{
		from: "orders", owner: "kunde_id", order: "id",
		columns: []string{
			"id", "bestellnummer", "created_at", "updated_at", "status", "kunde_name", "kunde_email", "land",
			"strasse", "plz", "ort", "zahlungsart", "zwischensumme", "versandkosten", "rabatt_gesamt", "summe", "summe_cent",
			"treuebonus_verwendet", "abo_rabatt_verwendet", "gutschein_code", "paypal_order_id", "sprache", "version",
			"notiz", "hinweise", "lieferzeit_von", "lieferzeit_bis", "versand", "angaben",
		},
		convert: map[string]func(any) (any, error){"hinweise": hintKinds, "angaben": storedJSON},
	}
	paymentExport = exportTable{
		from: "zahlungsvorgaenge", owner: "kunde_id", order: "id",
		columns: []string{
			"id", "vorgang_id", "vorgang_nr", "status", "status_seit", "bestellung_json", "summe_cent", "waehrung",
			"paypal_order_id", "paypal_capture_id", "einzug_status", "einzug_cent", "einzug_waehrung", "einzug_grund",
			"extern_erstattet_cent", "paypal_refund_id", "erstattung_status", "order_id", "grund", "paypal_debug_id",
			"created_at", "updated_at",
		},
		convert: map[string]func(any) (any, error){"bestellung_json": basket},
	}
)

// orderParts are the parts of an order, by its id.
var orderParts = []exportTable{
	{
		member: "artikel", from: "order_items", owner: "order_id", order: "order_id, position",
		columns: []string{"order_id", "position", "produkt_slug", "name", "kategorie_slug", "menge", "preis", "preis_cent", "gratis", "steuerklasse"},
	},
	{
		member: "ereignisse", from: "order_events", owner: "order_id", order: "order_id, nr, art",
		columns: []string{"order_id", "nr", "zeit", "wer", "art", "von", "nach", "text"},
	},
	{
		member: "einloesungen", from: "gutschein_einloesungen", owner: "order_id", order: "order_id",
		columns: []string{"order_id", "code", "email_klein", "email_stamm", "created_at"},
	},
	{
		member: "zahlungseingaenge", from: "zahlungseingaenge", owner: "order_id", order: "order_id, id",
		columns: []string{
			"order_id", "gebucht_am", "betrag_cent", "waehrung", "name", "iban", "zweck", "zustand", "notiz",
			"importiert_at", "updated_at",
		},
	},
	{
		member: "widerrufe", from: "widerrufe", owner: "order_id", order: "order_id, id",
		columns: []string{"order_id", "created_at", "name", "email", "vertrag", "grund", "sprache"},
	},
	{
		member: "rechnungen", from: "dokumente", owner: "order_id", order: "order_id, id",
		columns: []string{"order_id", "nummer", "art", "betrag_cent", "wer", "ausgestellt_at", "leistung_am", "lieferung_offen", "snapshot", "pdf", "xml"},
		convert: map[string]func(any) (any, error){"snapshot": storedJSON, "pdf": base64Text, "xml": base64Text},
	},
	{
		member: "sendungen", from: "sendungen", owner: "order_id", order: "order_id, id",
		columns: []string{"order_id", "traeger", "nummer", "versandt_am", "zugestellt_am", "artikel", "wer", "zurueckgenommen_at", "created_at"},
	},
	{
		member: "nachrichten", from: "mails m LEFT JOIN mail_inhalte i ON i.mail_id = m.id", owner: "m.order_id", order: "m.order_id, m.id",
		columns: []string{
			"m.order_id", "m.art", "m.sprache", "m.an", "m.meldung", "m.zustand", "m.versuche", "m.grund",
			"m.created_at", "m.updated_at", "m.gesendet_at", "i.inhalt",
		},
		convert: map[string]func(any) (any, error){"inhalt": mailText},
	},
}

// paymentParts are the parts of a payment, by its id.
var paymentParts = []exportTable{
	{
		member: "verlauf", from: "zahlungsverlauf", owner: "vorgang", order: "vorgang, nr",
		columns: []string{"vorgang", "nr", "zeit", "wer", "von", "nach", "grund"},
	},
	{
		member: "erstattungen", from: "erstattungen", owner: "vorgang", order: "vorgang, id",
		columns: []string{"vorgang", "betrag_cent", "notiz", "wer", "zustand", "paypal_refund_id", "grund", "created_at", "updated_at"},
	},
	{
		member: "nachrichten", from: "mails m LEFT JOIN mail_inhalte i ON i.mail_id = m.id", owner: "m.vorgang",
		order: "m.vorgang, m.id",
		columns: []string{
			"m.vorgang", "m.art", "m.sprache", "m.an", "m.meldung", "m.zustand", "m.versuche", "m.grund",
			"m.created_at", "m.updated_at", "m.gesendet_at", "i.inhalt",
		},
		convert: map[string]func(any) (any, error){"inhalt": mailText},
	},
	{
		member: "konflikte", from: "konflikte", owner: "vorgang", order: "vorgang, id",
		columns: []string{
			"vorgang", "paypal_konflikt_id", "bank", "grund", "stand", "stufe", "ausgang", "betrag_cent", "waehrung", "verloren_cent",
			"frist", "eroeffnet_at", "stand_at", "created_at", "updated_at",
		},
	},
	{
		member: "reservierungen", from: "gutschein_reservierungen", owner: "vorgang", order: "vorgang",
		columns: []string{"vorgang", "code", "email_klein", "created_at"},
	},
}

// hintKinds drops the texts of hints, which can name other people's orders.
func hintKinds(stored any) (any, error) {
	kinds := []order.HintKind{}
	text, _ := stored.(string)
	if text == "" {
		return kinds, nil
	}
	var hints []order.Hint
	if err := json.Unmarshal([]byte(text), &hints); err != nil {
		return nil, fmt.Errorf("store: export hints: %w", err)
	}
	for _, hint := range hints {
		kinds = append(kinds, hint.Kind)
	}
	return kinds, nil
}

// basket returns the content of a frozen basket, without the texts of its hints.
func basket(stored any) (any, error) {
	text, _ := stored.(string)
	if text == "" {
		return nil, nil
	}
	var content map[string]json.RawMessage
	if err := json.Unmarshal([]byte(text), &content); err != nil {
		return nil, fmt.Errorf("store: export a basket: %w", err)
	}
	delete(content, "hinweise")
	return content, nil
}

// storedJSON returns what a text contains as JSON.
func storedJSON(stored any) (any, error) {
	if text, _ := stored.(string); text != "" {
		return json.RawMessage(text), nil
	}
	return nil, nil
}

// base64Text returns a file in Base64.
func base64Text(stored any) (any, error) {
	if file, _ := stored.([]byte); file != nil {
		return base64.StdEncoding.EncodeToString(file), nil
	}
	return nil, nil
}

// mailText returns a message's text; the HTML says the same.
func mailText(stored any) (any, error) {
	compressed, _ := stored.([]byte)
	if compressed == nil {
		return nil, nil
	}
	content, err := messages.DecodeContent(compressed)
	if err != nil {
		return nil, err
	}
	return account.Record{{Name: "betreff", Value: content.Subject}, {Name: "text", Value: content.Text}}, nil
}

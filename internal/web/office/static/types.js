// The shapes of the shop's answers, as far as the office reads them.

/**
 * @typedef {{ produkt_slug: string, name: string, menge: number, preis: number, gratis: 0 | 1, name_de: string }} Item
 * @typedef {{ art: string, text: string }} Hint
 * @typedef {{ zeit: string, wer: string, art: string, von: string | null, nach: string | null, text: string }} Entry
 * @typedef {{ id: number, bezeichnung: string, zustand: string, grund: string | null, created_at: string, gesendet_at: string | null }} Mail
 * @typedef {Mail & { order_id: number | null, bestellnummer: string | null, sprache: string, an: string | null, versuche: number, naechster_versuch: string | null }} ListedMail
 * @typedef {ListedMail & { betreff: string | null, text: string | null, html: string | null }} MailDetails
 * @typedef {{ alle: number, offen: number, gescheitert: number, angehalten: number, nichtEingerichtet: number, verworfen: number, gesendet: number }} MailCounts
 * @typedef {{ mails: ListedMail[], weiter: string | null, anzahl: MailCounts }} MailPage
 *
 * @typedef {object} Order
 * @property {number} id
 * @property {string} bestellnummer
 * @property {string} created_at
 * @property {string} updated_at
 * @property {string} status
 * @property {string} kunde_name
 * @property {string} kunde_email
 * @property {string} land
 * @property {string} strasse
 * @property {string} plz
 * @property {string} ort
 * @property {string} zahlungsart
 * @property {number} zwischensumme
 * @property {number} versandkosten
 * @property {number} rabatt_gesamt
 * @property {number} summe
 * @property {0 | 1} treuebonus_verwendet
 * @property {0 | 1} abo_rabatt_verwendet
 * @property {string | null} gutschein_code
 * @property {string | null} paypal_order_id
 * @property {{von: number, bis: number} | null} lieferzeit
 * @property {string} notiz
 * @property {"offen" | "teilweise" | "versandt" | "zugestellt"} versand
 * @property {number} version
 * @property {Item[]} artikel
 * @property {Hint[]} hinweise
 * @property {Particulars | null} angaben
 *
 * @typedef {{ firma: string, name: string, strasse: string, plz: string, ort: string, land: string }} Billing
 * @typedef {{ am: string, gueltig: boolean, kennung: string }} VIES
 * @typedef {{ firma: string, ust_id: string, telefon: string, nachricht: string, rechnung: Billing | null, vies: VIES | null }} Particulars
 *
 * @typedef {{ id: number, bestellnummer: string, titel: string, zuruecknehmbar: boolean }} Twin
 * @typedef {Order & { ereignisse: Entry[], mails: Mail[], rechnungen: Invoice[], berechnet: number, vorschlaege: Proposal[], sendungen: Parcel[], zahlung: PaymentDetails | null, doppelt: Twin[] }} OrderDetails
 *
 * @typedef {{ nummer: string, art: string, betrag: number, wer: string, created_at: string }} Invoice
 * @typedef {{ anlass: string, art: string, betrag: number }} Proposal
 *
 * @typedef {{ position: number, menge: number }} ParcelLine
 * @typedef {{ id: number, traeger: string, traeger_name: string | null, nummer: string | null, link: string | null, versandt_am: string, zugestellt_am: string | null, ankunft_am: string, geschaetzt: boolean, artikel: ParcelLine[], wer: string, created_at: string, zurueckgenommen_at: string | null }} Parcel
 *
 * @typedef {object} Payment
 * @property {number} id
 * @property {string} vorgang_nr
 * @property {string} status
 * @property {string} status_seit
 * @property {string | null} grund_text
 * @property {string | null} rat
 * @property {number} summe
 * @property {string | null} paypal_order_id
 * @property {string | null} paypal_debug_id
 * @property {{ paypal_capture_id: string, status: string, betrag: number, waehrung: string } | null} einzug
 * @property {number} erstattet
 * @property {number} extern_erstattet
 * @property {number} gewonnen
 * @property {number} rest
 * @property {boolean} storno_offen
 * @property {number | null} order_id
 * @property {string | null} bestellnummer
 * @property {string | null} naechster_versuch
 * @property {string} created_at
 *
 * @typedef {{ zeit: string, wer: string, von: string | null, nach: string, grund_text: string | null }} PaymentEvent
 * @typedef {{ id: number, betrag: number, notiz: string, wer: string, zustand: string, grund_text: string | null, rat: string | null, erledigt_at: string | null, paypal_debug_id: string | null, created_at: string }} Refund
 * @typedef {{ id: number, paypal_id: string, grund_text: string, stand_text: string, betrag: number | null, waehrung: string | null, frist: string | null, ausgang_text: string | null, gewonnen: number, link: string, rat: string | null, created_at: string }} Dispute
 * @typedef {Payment & { verlauf: PaymentEvent[], erstattungen: Refund[], konflikte: Dispute[], doppelt: Twin[] }} PaymentDetails
 * @typedef {{ eingezogen: number, bestellt: number, erstattet: number, laufend: number, unklar: number, von_hand: number, differenz: number, strittig: number, storniert: number, offen: number, faelle: number, storno_offen: number }} Balance
 *
 * @typedef {{ alle: number, bezahlt: number, zahlungOffen: number, storniert: number }} Counts
 * @typedef {{ orders: Order[], weiter: string | null, anzahl: Counts }} OrderPage
 *
 * @typedef {{ nr: number, zeit: string, wer: string, sitzung: string | null, aktion: string, bezeichnung: string, gegenstand: string | null, von: string | null, nach: string | null, request_id: string | null, hash: string }} AuditEntry
 * @typedef {{ eintraege: AuditEntry[], weiter: string | null, aktionen: { aktion: string, bezeichnung: string }[] }} AuditPage
 * @typedef {{ id: string, name: string | null, geraet: string, begonnen_at: string, zuletzt_at: string, bis: string, eigene: boolean }} OperatorSession
 *
 * @typedef {object} Withdrawal
 * @property {number} id
 * @property {string} eingang_at
 * @property {string} name
 * @property {string} email
 * @property {string} vertrag
 * @property {string} grund
 * @property {string} sprache
 * @property {number} order_id 0: the shop knows no order of that number and address
 * @property {string} bestellnummer
 * @property {string} bestellstatus empty: there is no order
 *
 * @typedef {{ anzahl: number, summe: number }} Tally
 * @typedef {{ bestellungen: number, umsatz: number, behalten: number }} Revenue
 * @typedef {Revenue & { tag: string }} DayFigures
 *
 * @typedef {object} Figures
 * @property {number} umsatz
 * @property {number} behalten umsatz without what was returned through PayPal
 * @property {number} bestellungen
 * @property {number} durchschnitt
 * @property {Tally & { aelteste: string | null }} offen
 * @property {Tally} storniert
 * @property {DayFigures[]} tage
 * @property {(Revenue & { land: string })[]} laender
 * @property {(Revenue & { zahlungsart: string })[]} zahlungsarten
 * @property {{ produkt_slug: string, name: string | null, menge: number }[]} bestseller
 * @property {(Revenue & { code: string })[]} gutscheine
 *
 * @typedef {{ id: number, bestellnummer: string, status: string, summe: number, kunde_name: string }} ReceiptOrder
 * @typedef {object} Receipt
 * @property {number} id
 * @property {string} gebucht_am
 * @property {number} betrag
 * @property {string} waehrung
 * @property {string} name
 * @property {string} iban
 * @property {string} zweck
 * @property {"offen" | "gebucht" | "erledigt"} zustand
 * @property {string | null} urteil
 * @property {string | null} urteil_text
 * @property {ReceiptOrder | null} bestellung
 * @property {ReceiptOrder[]} vorschlaege
 * @property {string} notiz
 *
 * @typedef {{ eingaenge: Receipt[], weiter: string | null, anzahl: { offen: number, gebucht: number, erledigt: number } }} ReceiptPage
 *
 * @typedef {object} Coupon
 * @property {string} code
 * @property {boolean} einmalig_pro_person
 * @property {boolean} aktiv
 * @property {"prozent" | "betrag"} art
 * @property {number} wert
 * @property {string | null} gueltig_von
 * @property {string | null} gueltig_bis
 * @property {number} mindestsumme
 * @property {number | null} max_einloesungen
 * @property {number} einloesungen
 * @property {boolean} demo
 * @property {number} version
 *
 * @typedef {{ id: number, bestellnummer: string, status: string, kunde_name: string, kunde_email: string, summe: number, created_at: string }} Redemption
 *
 * @typedef {object} Product
 * @property {string} slug
 * @property {string} name_de
 * @property {string} name_en
 * @property {string} name_fr
 * @property {string} name_it
 * @property {string} kategorie_slug
 * @property {number} preis
 * @property {number | null} grundpreis
 * @property {string | null} grundpreis_einheit
 * @property {number | null} inhalt
 * @property {string | null} inhalt_einheit
 * @property {boolean} schnittware
 * @property {boolean} ermaessigt
 * @property {boolean} aktiv
 * @property {"voll" | "ermaessigt" | "null"} steuerklasse
 * @property {boolean} bestseller_label
 * @property {string} hersteller
 * @property {string} artikelnummer
 * @property {string} gtin
 * @property {string} gruppe
 * @property {number} gruppe_position
 * @property {{ fehlt: string[], empfohlen: string[], bestand: number | null }} abgeleitet
 * @property {string | null} bild
 * @property {Picture[]} bilder
 * @property {boolean} demo
 * @property {number} version
 *
 * @typedef {{ position: number, bild: string, gross: string, alt_de: string, alt_en: string, alt_fr: string, alt_it: string }} Picture
 *
 * @typedef {{ slug: string, name_de: string, position: number, textil: boolean, grundpreis_art: string, version: number } & Record<string, unknown>} Category
 * @typedef {{ slug: string, name_de: string, merkmal1: string, merkmal2: string, version: number } & Record<string, unknown>} Group
 * @typedef {{ slug: string, name: string, anschrift: string, kontakt: string, land: string, version: number } & Record<string, unknown>} Maker
 *
 * @typedef {{ id: number, partie: string, menge: number, art: string, order_id: number | null, bestellnummer: string | null, wer: string, zeit: string, notiz: string }} StockEntry
 * @typedef {{ bestand: number | null, partien: { partie: string, bestand: number }[], buchungen: StockEntry[], weiter: string | null }} Stock
 *
 * @typedef {{ jahr: number, ausgestellt: number, andere: number, summe: number, prozent: number, zielland: boolean, zielland_ab: string | null }} DistanceYear
 * @typedef {{ schwelle: number, sitz: string, oss_ab: string | null, zielland: boolean, offen: { anzahl: number, summe: number }, jahre: DistanceYear[] }} Threshold
 *
 * @typedef {{ pruefung: string, stufe: "ok" | "warnung" | "fehler", text: string, abhilfe: string }} Finding
 * @typedef {{ name: string, an: boolean, text: string }} Service
 * @typedef {{ zeit: string, datei: string, bytes: number, bestellungen: number, geprueft: boolean, verschluesselt: boolean }} Copy
 * @typedef {{ nr: number, hash: string }} AuditHead
 */

export {};

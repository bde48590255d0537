// Package shop is the foundation of all subjects of the shop: amounts, days, countries,
// languages, taxes, and the refusals that people read. Each subject is a package below
// this one, with its types, its rules, its use cases, and the small interfaces that
// these need from the database and from services.
//
// # The shop in prose
//
// A customer fills a basket and sends it as a [checkout.Draft]. [checkout.Draft.Check]
// checks the rules in their fixed order and returns the first one that is broken. A
// draft that passes becomes an [order.Order]: paid by bank transfer it waits as
// [order.StatusPaymentOpen] until the operator sees the money; paid through PayPal it
// only comes into being once the money was captured, as [order.StatusPaid]. A cancelled
// order ([order.StatusCancelled]) stays on record but is not counted. The best sellers
// are the six products sold most in orders that count.
//
// Amounts are transmitted and stored as the numbers that were sent; every sum,
// comparison and display uses whole [Cents].
//
// # Glossary
//
// Go is written in English; the wire, the database and all messages are German.
//
//	Order             Bestellung     one purchase with its items
//	Number            Bestellnummer  BK-2026-0042: prefix, UTC year, id
//	Item              Artikel        one line of an order
//	Quantity          Menge          pieces of one line
//	Free              gratis         a line that costs nothing and counts nowhere
//	Country           Land           de, at, ch, lu
//	PaymentMethod     Zahlungsart    ueberweisung (bank transfer) or paypal
//	StatusPaid        bezahlt
//	StatusPaymentOpen zahlungOffen
//	StatusCancelled   storniert
//	Coupon            Gutschein
//	Redemption        Einlösung      one use of a coupon by one order
//	Hint              Hinweis        what the operator should check in an order
//	Event             Ereignis       one entry of an order's history
//	Note              Notiz          the operator's own remark on an order
//	Subtotal          Zwischensumme
//	Shipping          Versandkosten
//	Discount          Rabatt
//	Total             Summe
//	Message           Nachricht      an e-mail that the shop owes somebody
//	Outbox            Postausgang    the messages, sent and to be sent
//	Customer account  Konto
//	Administration    Verwaltung
//	Gate              Zugang         what guards the site and the administration
package shop

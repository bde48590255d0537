package mail_test

import (
	"log/slog"
	"testing"
	"time"

	"kontor/internal/mail"
	"kontor/internal/shop"
	"kontor/internal/shop/message"
	"kontor/internal/shop/order"
	"kontor/internal/shop/tax"
)

// seller is a shop with every detail set.
var seller = shop.Seller{
	Name: "Wollwerk Süd", Address: "Lindenallee 12, 10115 Berlin", Email: "hallo@wollwerk.test", Bank: payee,
}

var payee = shop.BankAccount{Holder: "Wollwerk Süd GmbH", IBAN: "DE02120300000000202051", BIC: "BYLADEM1001"}

// newMailer returns a mailer of the shop; change sets up its sender.
func newMailer(t testing.TB, change func(*mail.Options)) *mail.Mailer {
	t.Helper()
	o := mail.Options{
		Seller: seller, Tax: tax.Seller{Seat: "de", Rates: tax.Lawful}, BaseURL: "https://wollwerk.test", LegalLinks: true, From: "shop@wollwerk.test", Operator: "betreiber@wollwerk.test",
		Log: slog.New(slog.DiscardHandler),
	}
	if change != nil {
		change(&o)
	}
	m, err := mail.New(o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(m.Close)
	return m
}

// newOrder returns an order by bank transfer that includes a bit of everything.
func newOrder() *order.Order {
	created := time.Date(2026, time.November, 21, 9, 15, 0, 0, time.UTC)
	return &order.Order{
		ID: 42, Number: "BK-2026-0042", CreatedAt: created, UpdatedAt: created,
		Status: order.StatusPaymentOpen, PaymentMethod: order.MethodTransfer, Country: "de", Language: "de",
		Customer: order.Person{Name: "Erika Muster", Email: "erika@example.org", Street: "Lindenallee 12", Postcode: "10115", City: "Berlin"},
		Items: []order.Item{
			{Slug: "wolle", Name: "Merinowolle Petrol", Quantity: 4, Price: 7.9},
			{Slug: "rahmen", Name: "Stickrahmen Buche, 20 cm", Quantity: 1, Price: 1249.5},
			{Slug: "knoepfe", Name: "Knopfmischung aus dem Abo", Quantity: 1, Price: 3.5, Free: true},
		},
		Discount: 128.11, CouponCode: "HERBST10", Shipping: 4.9, Total: 1157.89, SubscriptionRebate: true,
		Hints: []order.Hint{{Kind: order.HintPrice, Text: "Preis von rahmen weicht ab (Katalog 12,50)"}},
	}
}

// newNote returns a message to the operator.
func newNote() *message.OperatorNote {
	return &message.OperatorNote{Subject: "Eine Zahlung ist zu klären", Text: "Zu 34,90 € gibt es keine Bestellung.\n\nBitte nachsehen."}
}

// newReport returns a daily report with something to do.
func newReport() *message.Report {
	return &message.Report{
		Subject: "Bitte ansehen: 2 Bestellungen",
		Todo:    []message.ReportTodo{{Text: "Der Datenträger ist fast voll.", Remedy: "Platz schaffen."}, {Text: "Es gibt keine Sicherung."}},
		Parts:   []message.ReportPart{{Title: "Betrieb", Rows: []message.ReportRow{{Label: "Frei", Value: "1,9 GB"}}}},
	}
}

// newWithdrawal returns a withdrawal by an order's customer.
func newWithdrawal(o *order.Order) *message.Withdrawn {
	return &message.Withdrawn{
		At: o.CreatedAt, Name: o.Customer.Name, Email: o.Customer.Email, Contract: o.Number,
		Reason: "Zu bunt.\n" + o.Customer.Name,
	}
}

// newPaid returns a payment of an order's customer.
func newPaid(o *order.Order) *message.Paid {
	return &message.Paid{Number: "PP-2026-7KQ4M2XD", At: o.CreatedAt, Name: o.Customer.Name, Country: o.Country, Amount: o.TotalCents()}
}

// render writes a message of a kind about an order.
func render(t testing.TB, m *mail.Mailer, kind message.Kind, language shop.Language, o *order.Order) message.MailContent {
	t.Helper()
	owed := &message.Message{Kind: kind, Language: language}
	if kind == message.KindOperatorNote {
		owed.Note = newNote()
	}
	if kind == message.KindReport {
		owed.Report = newReport()
	}
	if kind == message.KindWithdrawal {
		owed.Withdrawal = newWithdrawal(o)
	}
	if kind == message.KindDispatched {
		owed.Dispatched = newDispatched(o)
	}
	if kind.AboutPayment() {
		owed.Payment = newPaid(o)
	}
	content, err := m.Render(owed, o)
	if err != nil {
		t.Fatalf("%s in %s: %v", kind, language, err)
	}
	return content
}

// eachMessage renders messages of every kind about an order, in every language that
// they are written in.
func eachMessage(t *testing.T, m *mail.Mailer, o *order.Order, check func(name string, content message.MailContent)) {
	t.Helper()
	for _, kind := range mail.Kinds() {
		languages := shop.Languages
		if kind.ToOperator() {
			languages = languages[:1]
		}
		for _, language := range languages {
			check(string(kind)+"."+string(language), render(t, m, kind, language, o))
		}
	}
}

// newDispatched returns a parcel with everything that was ordered, sent on 21 November.
func newDispatched(o *order.Order) *message.Dispatched {
	parcel := order.Parcel{Carrier: order.CarrierDHL, Number: "00340434161094015902", Sent: "2026-11-21"}
	d := &message.Dispatched{Carrier: parcel.Carrier.Name(), Number: parcel.Number, Link: parcel.TrackingURL(), Day: parcel.Sent}
	for _, item := range o.Items {
		d.Items = append(d.Items, message.DispatchedItem{Name: item.Name, Quantity: item.Quantity})
	}
	return d
}

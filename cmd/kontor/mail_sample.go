package main

import (
	"time"

	"kontor/internal/shop"
	"kontor/internal/shop/message"
	"kontor/internal/shop/order"
	"kontor/internal/shop/report"
)

// sampleOrder is the order in previews of messages.
func sampleOrder(prefix string, language shop.Language) *order.Order {
	created := time.Date(2026, time.November, 21, 9, 15, 0, 0, time.UTC)
	return &order.Order{
		ID: 42, Number: order.Number(prefix, created, 42),
		CreatedAt: created, UpdatedAt: created,
		Status: order.StatusPaymentOpen, PaymentMethod: order.MethodTransfer,
		Country: "de", Language: language,
		Customer: order.Person{
			Name: "Erika Muster", Email: "erika@example.org",
			Street: "Lindenallee 12", Postcode: "10115", City: "Berlin",
		},
		Items: []order.Item{
			{Slug: "merinowolle-petrol", Name: "Merinowolle Petrol", Quantity: 4, Price: 7.9},
			{Slug: "stickrahmen-buche-20", Name: "Stickrahmen Buche, 20 cm", Quantity: 1, Price: 12.5},
			{Slug: "knopfmischung", Name: "Knopfmischung aus dem Abo", Quantity: 1, Price: 3.5, Free: true},
		},
		Discount: 4.41, CouponCode: "HERBST10", Shipping: 4.9, Total: 44.59,
		SubscriptionRebate: true,
		Hints:              []order.Hint{{Kind: order.HintPrice, Text: "Preis von stickrahmen-buche-20 weicht ab (Katalog 13,90)"}},
	}
}

// sampleNote is the message in previews of messages to the operator.
func sampleNote() *message.OperatorNote {
	return &message.OperatorNote{
		Subject: "Eine Zahlung ist zu klären",
		Text:    "Zu einer Überweisung über 34,90 € gibt es keine Bestellung.\n\nBitte in der Verwaltung nachsehen.",
	}
}

// sampleReport is the daily report in previews.
func sampleReport(newest *order.Order) *message.Report {
	now := newest.CreatedAt.AddDate(0, 0, 1)
	return report.Compose(shop.DayOf(newest.CreatedAt), &report.Figures{
		Taken: order.Tally{Orders: 12, Sum: 34590}, Paid: order.Tally{Orders: 9, Sum: 28140}, Newest: newest.Number,
		Overdue: order.Tally{Orders: 2, Sum: 6180}, Mails: message.Counts{message.Failed: 1},
	}, &report.Condition{
		Todo:   []message.ReportTodo{{Text: "Der Datenträger ist fast voll.", Remedy: "Platz schaffen oder DATA_DIR auf einen größeren Datenträger legen."}},
		Copies: &report.Copies{Newest: &report.Copy{At: now.Add(-3 * time.Hour), Bytes: 4_210_000, Orders: 42}},
		Disks:  []report.Disk{{Dir: "/var/lib/kontor", Free: 1_900_000_000, Used: 61_000_000}},
		Audit:  "Nr. 318, 7c1e09a4", Version: readBuild().version,
	}, now.AddDate(0, -5, 0), now)
}

// sampleWithdrawal is the withdrawal in previews of its receipt.
func sampleWithdrawal(order *order.Order) *message.Withdrawn {
	return &message.Withdrawn{
		At: order.CreatedAt, Name: order.Customer.Name, Email: order.Customer.Email, Contract: order.Number,
		Reason: "Die Farbe passt nicht.", Language: order.Language,
	}
}

// samplePaid is the payment in previews of messages to its buyer.
func samplePaid(order *order.Order) *message.Paid {
	return &message.Paid{
		Number: "PP-2026-7KQ4M2XD", At: order.CreatedAt, Name: order.Customer.Name, Country: order.Country, Amount: order.TotalCents(),
	}
}

// sampleDispatched is the parcel in previews of the message about it.
func sampleDispatched(o *order.Order) *message.Dispatched {
	parcel := order.Parcel{Carrier: order.CarrierDHL, Number: "00340434161094015902", Sent: shop.DayOf(o.CreatedAt)}
	return &message.Dispatched{
		Carrier: parcel.Carrier.Name(), Number: parcel.Number, Link: parcel.TrackingURL(), Day: parcel.Sent, Partly: true,
		Items: []message.DispatchedItem{{Name: o.Items[0].Name, Quantity: o.Items[0].Quantity}},
	}
}

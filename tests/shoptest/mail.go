package shoptest

import (
	"context"
	"sync"

	"kontor/internal/mail"
	"kontor/internal/shop"
	"kontor/internal/shop/message"
	"kontor/internal/shop/outbox"
	"kontor/internal/shop/tax"
	"kontor/internal/web/kit"
	"kontor/internal/web/storefront"
)

// Operator is the operator's e-mail address in every shop here.
const Operator = "betreiber@bastelkontor.example"

// sendMail starts the shop's outbox. It ends before the database.
func (s *Shop) sendMail(sender mail.Options, limit message.MailLimit) *outbox.Outbox {
	s.t.Helper()
	sender.Seller = shop.Seller{
		Name: "Bastelkontor", Email: "hallo@bastelkontor.example",
		Bank: shop.BankAccount{Holder: "Bastelkontor Berta Beispiel", IBAN: "DE02120300000000202051"},
	}
	sender.Tax = tax.Seller{Seat: "de", Rates: tax.Lawful}
	sender.BaseURL = s.URL
	sender.From, sender.Operator, sender.Log = "shop@bastelkontor.example", Operator, s.Log.logger()
	sender.Observe = s.measured.Calls("mail")
	pages, err := storefront.NewOrderPages(s.Clock.Now, [][]byte{s.SiteSecret})
	if err != nil {
		s.t.Fatal(err)
	}
	sender.OrderPage = pages.Path
	mailer, err := mail.New(sender)
	if err != nil {
		s.t.Fatal(err)
	}
	outbox := outbox.NewOutbox(s.DB, mailer, s.Clock.Now, kit.RequestLog(s.Log.logger()))
	outbox.Limit, outbox.Count = limit, s.measured.Mail
	ctx, stop := context.WithCancel(context.Background())
	var worker sync.WaitGroup
	worker.Go(func() { outbox.Run(ctx) })
	worker.Go(func() { outbox.RaiseAlarms(ctx, s.DB.Losses()) })
	s.t.Cleanup(func() {
		stop()
		outbox.Close()
		worker.Wait()
		mailer.Close()
	})
	return outbox
}

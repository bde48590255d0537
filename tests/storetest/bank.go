package storetest

import (
	"errors"
	"fmt"
	"sync"
	"sync/atomic"

	"kontor/internal/shop"
	"kontor/internal/shop/bank"
	"kontor/internal/shop/order"
)

var bankScenarios = []scenario{
	{"a statement is kept once", bankOnce},
	{"H30 each receipt has its verdict", bankVerdicts},
	{"H30 booking pays the order, taking it back opens it", bankBooking},
	{"H30 of two who book only one succeeds", bankRace},
	{"H30 nothing unfit is booked", bankRefusals},
	{"receipts come in pages", bankPaging},
}

func received(amount shop.Cents, purpose string) bank.Entry {
	return bank.Entry{Booked: "2026-11-20", Amount: amount, Currency: "EUR", Name: "Erika Muster", IBAN: "DE02500105170137075030", Purpose: purpose}
}

// importAll stores entries and returns how many were new.
func (s *suite) importAll(entries ...bank.Entry) int {
	s.t.Helper()
	n, err := s.Store.ImportBankEntries(s.t.Context(), entries, bank.EntryKeys(entries), noon)
	if err != nil {
		s.t.Fatalf("import: %v", err)
	}
	return n
}

func (s *suite) receipts(f bank.ReceiptFilter) bank.ReceiptPage {
	s.t.Helper()
	page, err := s.Store.BankReceipts(s.t.Context(), f, "BK")
	if err != nil {
		s.t.Fatalf("receipts: %v", err)
	}
	return page
}

// receipt stores one entry and returns it.
func (s *suite) receipt(amount shop.Cents, purpose string) bank.Receipt {
	s.t.Helper()
	s.importAll(received(amount, purpose))
	return s.receipts(bank.ReceiptFilter{Limit: 1}).Receipts[0]
}

func booking(receipt, order int64) bank.Booking {
	return bank.Booking{ReceiptID: receipt, OrderID: order, Prefix: "BK", Actor: "Verwaltung abc", At: noon}
}

func bankOnce(s *suite) {
	first := []bank.Entry{received(2070, "a"), received(2070, "a"), received(500, "b")}
	if n := s.importAll(first...); n != 3 {
		s.t.Errorf("%d new", n)
	}
	if n := s.importAll(append(first, received(700, "c"))...); n != 1 {
		s.t.Errorf("%d new in the overlapping file, want 1", n)
	}
	many := make([]bank.Entry, 120)
	for i := range many {
		many[i] = received(shop.Cents(i+1), fmt.Sprint("viele ", i))
	}
	if n := s.importAll(many...); n != len(many) {
		s.t.Errorf("%d new of %d", n, len(many))
	}
	page := s.receipts(bank.ReceiptFilter{})
	if page.Counts[bank.ReceiptOpen] != 124 || page.Counts[bank.ReceiptBooked] != 0 {
		s.t.Errorf("counts %v", page.Counts)
	}
}

func bankVerdicts(s *suite) {
	open, paid, cancelled := s.place(), s.place(from("b@example.org")), s.place(from("c@example.org"))
	s.setStatus(paid.ID, order.StatusPaid)
	s.setStatus(cancelled.ID, order.StatusCancelled)
	for _, tt := range []struct {
		amount  shop.Cents
		purpose string
		want    bank.Verdict
		order   int64
	}{
		{2070, "Danke " + open.Number, bank.VerdictFits, open.ID},
		{2000, open.Number, bank.VerdictTooLittle, open.ID},
		{2100, open.Number, bank.VerdictTooMuch, open.ID},
		{2070, paid.Number, bank.VerdictPaid, paid.ID},
		{2070, cancelled.Number, bank.VerdictCancelled, cancelled.ID},
		{2070, "BK-2026-0999", bank.VerdictUnknown, 0},
		{2070, open.Number + " " + paid.Number, bank.VerdictFits, open.ID},
		{4140, open.Number + " " + paid.Number, bank.VerdictSeveral, 0},
	} {
		r := s.receipt(tt.amount, tt.purpose)
		if r.Verdict != tt.want || (r.Order == nil) != (tt.order == 0) || r.Order != nil && r.Order.ID != tt.order {
			s.t.Errorf("%d for %q: %s, %v; want %s of %d", tt.amount, tt.purpose, r.Verdict, r.Order, tt.want, tt.order)
		}
	}
	if got := s.details(open.ID).Status; got != order.StatusPaymentOpen {
		s.t.Errorf("an import changed an order to %s", got)
	}
}

func bankBooking(s *suite) {
	o := s.place()
	r := s.receipt(2070, o.Number)
	booked, err := s.Store.BookBankReceipt(s.t.Context(), booking(r.ID, o.ID))
	if err != nil || booked.State != bank.ReceiptBooked || booked.OrderID != o.ID || booked.Verdict != "" {
		s.t.Fatalf("%+v, %v", booked, err)
	}
	details := s.details(o.ID)
	last := details.Events[len(details.Events)-1]
	if details.Status != order.StatusPaid || last.Actor != "Verwaltung abc" || last.Text != "Überweisung vom 20.11.2026 über 20,70 € gebucht" {
		s.t.Errorf("%s, %+v", details.Status, last)
	}
	s.sellsBest("wolle")

	back, err := s.Store.ReopenBankReceipt(s.t.Context(), booking(r.ID, 0))
	if err != nil || back.State != bank.ReceiptOpen || back.Verdict != bank.VerdictFits {
		s.t.Fatalf("%+v, %v", back, err)
	}
	if got := s.details(o.ID).Status; got != order.StatusPaymentOpen {
		s.t.Errorf("the order is %s", got)
	}
	s.sellsBest()

	settled, err := s.Store.SettleBankReceipt(s.t.Context(), booking(r.ID, 0), "zurücküberwiesen")
	if err != nil || settled.State != bank.ReceiptSettled || settled.Note != "zurücküberwiesen" || settled.Order != nil {
		s.t.Fatalf("%+v, %v", settled, err)
	}
	if page := s.receipts(bank.ReceiptFilter{State: bank.ReceiptSettled}); len(page.Receipts) != 1 || page.Counts[bank.ReceiptSettled] != 1 {
		s.t.Errorf("%+v", page)
	}
}

func bankRace(s *suite) {
	o := s.place()
	r := s.receipt(2070, o.Number)
	var won atomic.Int64
	var all sync.WaitGroup
	for range 8 {
		all.Go(func() {
			_, err := s.Store.BookBankReceipt(s.t.Context(), booking(r.ID, o.ID))
			switch {
			case err == nil:
				won.Add(1)
			case !errors.Is(err, bank.ErrReceiptDone) && !errors.Is(err, bank.ErrReceiptUnfit):
				s.t.Errorf("book: %v", err)
			}
		})
	}
	all.Wait()
	if won.Load() != 1 {
		s.t.Errorf("%d bookings succeeded", won.Load())
	}
	if n := len(s.details(o.ID).Events); n != 2 {
		s.t.Errorf("the history has %d entries", n)
	}
}

func bankRefusals(s *suite) {
	o := s.place()
	r := s.receipt(2070, o.Number)
	refuse := func(want error, b bank.Booking, act func(bank.Booking) (bank.Receipt, error)) {
		s.t.Helper()
		if _, err := act(b); !errors.Is(err, want) {
			s.t.Errorf("%v, want %v", err, want)
		}
	}
	book := func(b bank.Booking) (bank.Receipt, error) {
		return s.Store.BookBankReceipt(s.t.Context(), b)
	}
	reopen := func(b bank.Booking) (bank.Receipt, error) {
		return s.Store.ReopenBankReceipt(s.t.Context(), b)
	}
	refuse(bank.ErrReceiptNotFound, booking(999, o.ID), book)
	refuse(order.ErrNotFound, booking(r.ID, 999), book)
	refuse(bank.ErrReceiptDone, booking(r.ID, 0), reopen)

	s.setStatus(o.ID, order.StatusCancelled)
	refuse(bank.ErrReceiptUnfit, booking(r.ID, o.ID), book)
	s.setStatus(o.ID, order.StatusPaymentOpen)
	if _, err := book(booking(r.ID, o.ID)); err != nil {
		s.t.Fatal(err)
	}
	refuse(bank.ErrReceiptDone, booking(r.ID, o.ID), book)
	s.setStatus(o.ID, order.StatusCancelled)
	refuse(bank.ErrReceiptUnfit, booking(r.ID, 0), reopen)
	if got := s.receipts(bank.ReceiptFilter{}).Receipts[0]; got.State != bank.ReceiptBooked || got.OrderID != o.ID {
		s.t.Errorf("a refused change left %+v", got)
	}
}

func bankPaging(s *suite) {
	for i := range 5 {
		s.receipt(shop.Cents(100+i), fmt.Sprint("Eingang ", i))
	}
	var amounts []shop.Cents
	f := bank.ReceiptFilter{Limit: 2}
	for {
		page := s.receipts(f)
		for _, r := range page.Receipts {
			amounts = append(amounts, r.Amount)
		}
		if page.Next == 0 {
			break
		}
		f.Before = page.Next
	}
	if fmt.Sprint(amounts) != "[1,04 1,03 1,02 1,01 1,00]" {
		s.t.Errorf("%v", amounts)
	}
}

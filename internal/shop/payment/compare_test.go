package payment_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"kontor/internal/shop/payment"
)

// T57: whatever happened, the journal agrees with a list that shows all of it, on any
// days, and with one that is up to three hours late.
func TestT57_TrueListsAgree(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		b := drawBooks(t, time.Minute)
		b.delay = rapid.SampledFrom([]time.Duration{0, time.Hour, 3 * time.Hour}).Draw(t, "delay")
		from := compared.Add(-time.Duration(rapid.IntRange(1, 70*24).Draw(t, "from")) * time.Hour)
		to := from.Add(time.Duration(rapid.IntRange(1, 70*24).Draw(t, "for")) * time.Hour)
		found := b.compare(t, from, to)
		if len(found.Differences) > 0 {
			t.Fatalf("differences: %v\njournal: %+v\nlist: %+v", sentences(&found), b.journal, b.list)
		}
		if b.delay == 0 && (found.Recent > 0 || found.Journal != found.PayPal) {
			t.Fatalf("a complete list: %+v", found)
		}
	})
}

// T57: every single thing that is wrong in the list is named, and nothing else.
func TestT57_EachDifferenceIsNamed(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		b := drawBooks(t, 4*time.Hour)
		i := rapid.SampledFrom(b.ofShop()).Draw(t, "transaction")
		was := b.list[i]
		var want payment.DifferenceKind
		isPayment := was.EventCode == payment.PayPalEventPayment
		switch by := rapid.SampledFrom([]string{"dropped", "more", "less", "extra"}).Draw(t, "mutation"); {
		case by == "extra":
			b.list = append(b.list, was)
			b.list[len(b.list)-1].ID, b.list[len(b.list)-1].EventCode = "EXTRA", payment.PayPalEventRefund
			b.list[len(b.list)-1].Amount.Cents = -7
			want = payment.DifferenceReturnedMore
		case by == "dropped":
			b.list = slices.Delete(b.list, i, i+1)
			want = returned(was.Amount.Cents < 0)
			if isPayment {
				want = payment.DifferenceNotListed
			}
		default:
			b.list[i].Amount.Cents += map[string]payment.PayPalAmount{"more": {Cents: 3}, "less": {Cents: -3}}[by].Cents
			want = returned(by == "more")
			if isPayment {
				want = payment.DifferenceAmount
			}
		}
		found := b.whole(t)
		if len(found.Differences) != 1 || found.Differences[0].Kind != want || found.Differences[0].Number != was.InvoiceID {
			t.Fatalf("want %s of %s: %v", want, was.InvoiceID, sentences(&found))
		}
	})
}

// ofShop returns the places in the list of movements of the shop's money.
func (b *twoBooks) ofShop() (places []int) {
	codes := []string{
		payment.PayPalEventPayment, payment.PayPalEventRefund, payment.PayPalEventReversal, payment.PayPalEventChargeback,
		payment.PayPalEventChargebackReversed,
	}
	for i, t := range b.list {
		done := t.Status == payment.PayPalTransactionDone || t.Status == payment.PayPalTransactionReversed
		if done && slices.Contains(codes, t.EventCode) {
			places = append(places, i)
		}
	}
	return places
}

func returned(less bool) payment.DifferenceKind {
	if less {
		return payment.DifferenceReturnedLess
	}
	return payment.DifferenceReturnedMore
}

func sentences(c *payment.Comparison) (all []string) {
	for i := range c.Differences {
		all = append(all, c.Differences[i].String())
	}
	return all
}

// T57: each kind of difference reads like this, without a word of PayPal's API.
func TestT57_Sentences(t *testing.T) {
	t.Parallel()
	yesterday := compared.AddDate(0, 0, -1)
	for want, arrange := range map[string]func(*twoBooks, *payment.Details){
		"PP-2026-00000001 (PayPal-Einzug CAPTURE1): PayPal hat 20,00 € eingenommen; der Shop kennt diese Zahlung nicht.": func(b *twoBooks, _ *payment.Details) { b.journal = nil },
		"PayPal hat 20,00 € eingenommen, die in den Büchern des Shops fehlen.": func(_ *twoBooks, d *payment.Details) {
			d.State, d.Capture, d.Events = payment.StateExpired, payment.Capture{}, nil
		},
		"(PayPal-Einzug SECOND): PayPal hat 20,00 € eingenommen, die in den Büchern des Shops fehlen.": func(b *twoBooks, d *payment.Details) {
			b.lists(d, "SECOND", payment.PayPalEventPayment, 2000, yesterday)
		},
		"Der Shop hat 20,00 € als eingezogen gebucht; in PayPals Liste fehlt dieses Geld.": func(b *twoBooks, _ *payment.Details) {
			b.list[0].Status = payment.PayPalTransactionPending
		},
		"Der Shop hat 20,00 € gebucht, PayPal nennt 20,00 USD.": func(b *twoBooks, _ *payment.Details) { b.list[0].Amount.Currency = "USD" },
		"Bei PayPal gingen 3,00 € zurück; der Shop weiß von 0,00 €.": func(b *twoBooks, d *payment.Details) {
			b.lists(d, "R", payment.PayPalEventRefund, -300, yesterday)
		},
		"Der Shop hat 3,00 € als zurückgegeben gebucht; in PayPals Liste sind es 0,00 €.": func(b *twoBooks, d *payment.Details) {
			b.refund(d, 300, yesterday)
			b.list = b.list[:1]
		},
		"PayPal hat 3,00 € zurückgegeben, von einer Zahlung, die der Shop nicht kennt.": func(b *twoBooks, d *payment.Details) {
			b.lists(d, "R", payment.PayPalEventRefund, -300, yesterday)
			b.list, b.journal = b.list[1:], nil
		},
		"PayPal hat einen unlesbaren Betrag zurückgegeben; das passt nicht zur Währung der Zahlung.": func(b *twoBooks, d *payment.Details) {
			b.lists(d, "R", payment.PayPalEventRefund, 0, yesterday)
			b.list[1].Amount = payment.PayPalAmount{}
		},
	} {
		b := &twoBooks{}
		arrange(b, b.pay(2000, yesterday))
		found := b.whole(t)
		if said := sentences(&found); len(said) != 1 || !strings.Contains(said[0], want) {
			t.Errorf("%q, want %q", said, want)
		}
	}
}

// T57: what the journal cannot know yet, or PayPal cannot show yet, is no difference.
func TestT57_NotJudged(t *testing.T) {
	t.Parallel()
	for name, arrange := range map[string]func(*twoBooks){
		"a refund under way that PayPal has carried out": func(b *twoBooks) {
			d := b.pay(2000, compared.AddDate(0, 0, -1))
			b.refund(d, 300, compared.Add(-time.Hour))
			d.Refunds[0].State = payment.RefundOpen
		},
		"a failed refund": func(b *twoBooks) {
			d := b.pay(2000, compared.AddDate(0, 0, -1))
			b.refund(d, 300, compared.AddDate(0, 0, -1))
			d.Refunds[0].State, b.list = payment.RefundFailed, b.list[:1]
		},
		"money that went back although the shop's own refund is a case": func(b *twoBooks) {
			d := b.pay(2000, compared.AddDate(0, 0, -1))
			b.returned(d, compared.AddDate(0, 0, -1))
			d.State = payment.StateUnclear
		},
		"a declined payment": func(b *twoBooks) {
			d := b.pay(2000, compared.AddDate(0, 0, -1))
			d.State, d.Capture.Status, b.list[0].Status = payment.StateDeclined, payment.PayPalCaptureDeclined, payment.PayPalTransactionDenied
			d.Events = nil
		},
		"money of an unknown order, from before its entry": func(b *twoBooks) {
			d := b.pay(2000, compared.AddDate(0, 0, -1))
			d.State, d.CheckoutKey, d.Events[1].To = payment.StateUnclear, "", payment.StateUnclear
			b.list = nil
		},
	} {
		b := &twoBooks{}
		arrange(b)
		if found := b.whole(t); len(found.Differences) > 0 {
			t.Errorf("%s: %v", name, sentences(&found))
		}
	}
}

// T57: a refund of these days is judged by the whole life of its payment; PayPal's list
// is asked no further back than that, and than it goes.
func TestT57_WholeLives(t *testing.T) {
	t.Parallel()
	b := &twoBooks{}
	d := b.pay(2000, compared.AddDate(0, 0, -100))
	b.refund(d, 300, compared.AddDate(0, 0, -80))
	b.outside(d, 200, payment.PayPalEventRefund, compared.AddDate(0, 0, -2))
	yesterday := compared.AddDate(0, 0, -3)
	found := b.compare(t, yesterday, compared)
	if len(found.Differences) > 0 || found.PayPal.Returned != 500 || found.Journal != found.PayPal || !b.begun.Equal(d.CreatedAt) {
		t.Errorf("%+v, asked since %v", found, b.begun)
	}
	if b.compare(t, compared, compared); !b.begun.Equal(compared.AddDate(0, 0, -1)) {
		t.Errorf("asked since %v although nothing happened", b.begun)
	}
	d.CreatedAt = compared.AddDate(-5, 0, 0)
	b.list = b.list[2:] // what PayPal still has
	found = b.compare(t, yesterday, compared)
	if want := compared.AddDate(-payment.PayPalListYears, 0, 1); len(found.Differences) > 0 || !b.begun.Equal(want) {
		t.Errorf("%+v, asked since %v, want %v", found, b.begun, want)
	}
}

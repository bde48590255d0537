package order_test

import (
	"testing"

	"kontor/internal/shop/order"
)

func TestHints(t *testing.T) {
	t.Parallel()
	o := order.Order{Hints: []order.Hint{{Kind: order.HintTotal, Text: "eins"}, {Kind: order.HintAlias, Text: "zwei"}}}
	if !o.HasHint(order.HintTotal) || !o.HasHint(order.HintAlias) || o.HasHint(order.HintPrice) {
		t.Error("HasHint does not report the kinds of the hints")
	}
	if got := o.HintTexts(); got != "eins; zwei" {
		t.Errorf("HintTexts = %q", got)
	}
	if none := new(order.Order); none.HasHint(order.HintTotal) || none.HintTexts() != "" {
		t.Error("an order without hints has some")
	}
}

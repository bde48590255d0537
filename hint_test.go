package kontor_test

import (
	"testing"

	"kontor"
)

func TestHints(t *testing.T) {
	t.Parallel()
	o := kontor.Order{Hints: []kontor.Hint{{Kind: kontor.HintTotal, Text: "eins"}, {Kind: kontor.HintAlias, Text: "zwei"}}}
	if !o.HasHint(kontor.HintTotal) || !o.HasHint(kontor.HintAlias) || o.HasHint(kontor.HintPrice) {
		t.Error("HasHint does not tell which hints there are")
	}
	if got := o.HintTexts(); got != "eins; zwei" {
		t.Errorf("HintTexts = %q", got)
	}
	if none := new(kontor.Order); none.HasHint(kontor.HintTotal) || none.HintTexts() != "" {
		t.Error("an order without hints has some")
	}
}

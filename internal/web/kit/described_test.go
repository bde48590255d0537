package kit_test

import (
	"fmt"
	"slices"
	"testing"

	"kontor/internal/web/api"
	"kontor/internal/web/kit"
)

// ofPages are the codes of refusals that only pages answer with.
var ofPages = []string{"link_abgelaufen", "ungueltiger_widerruf", "widerruf_nicht_gefunden"}

// Every refusal of the shop is described with its status, except those about paths and
// methods without a route, and those of pages.
func TestDocumentListsTheRefusals(t *testing.T) {
	t.Parallel()
	described, err := api.NewReference(api.Document("", "", "", ""))
	if err != nil {
		t.Fatal(err)
	}
	documented := make(map[string]bool)
	for _, group := range described.Groups {
		for _, op := range group.Operations {
			for _, answer := range op.Answers {
				for _, refusal := range answer.Errors {
					documented[fmt.Sprint(refusal.Code, " ", answer.Status)] = true
				}
			}
		}
	}
	for code, status := range kit.Statuses() {
		known := code == "nicht_gefunden" || code == "methode_nicht_erlaubt" || slices.Contains(ofPages, code)
		if !known && !documented[fmt.Sprint(code, " ", status)] {
			t.Errorf("%s with status %d is not described", code, status)
		}
	}
}

package api_test

import (
	"go/format"
	"strings"
	"testing"

	"kontor/internal/web/api"
)

func reference(t *testing.T) *api.Reference {
	t.Helper()
	r, err := api.NewReference(api.Document("https://shop.example", "laden_session", "laden_verwaltung_session", "laden_konto"))
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// Every operation has what a reader expects, and no two anchors of the page have the
// same name.
func TestReferenceIsComplete(t *testing.T) {
	t.Parallel()
	anchors := make(map[string]int)
	for _, group := range reference(t).Groups {
		anchors[group.ID]++
		for _, op := range group.Operations {
			anchors[op.ID]++
			if op.Summary == "" || len(op.Answers) == 0 || len(op.Samples) != 3 {
				t.Errorf("%s: summary %q, %d answers, %d samples", op.ID, op.Summary, len(op.Answers), len(op.Samples))
			}
		}
	}
	for name, n := range anchors {
		if n > 1 || name == "" {
			t.Errorf("the anchor %q is there %d times", name, n)
		}
	}
}

// References are replaced by their targets, with the words beside them, in the
// document's order.
func TestReferenceResolves(t *testing.T) {
	t.Parallel()
	order := reference(t).Groups[0].Operations[0]
	if order.ID != "placeOrder" {
		t.Fatalf("the first operation is %s", order.ID)
	}
	var names []string
	for _, field := range order.Bodies[0].Fields {
		names = append(names, field.Name)
		if field.Name == "kunde.plz" && (field.Type != "text" || field.Text[0].Text != "Postcode.") {
			t.Errorf("kunde.plz: %+v", field)
		}
	}
	const want = "land kunde kunde.name kunde.email kunde.strasse kunde.plz kunde.ort kunde.firma kunde.ustId kunde.telefon rechnung "
	if got := strings.Join(names, " "); !strings.HasPrefix(got, want) {
		t.Errorf("fields %s, want %s …", got, want)
	}
}

// The samples contain the shop's own URL, and those in Go are formatted.
func TestSamples(t *testing.T) {
	t.Parallel()
	r := reference(t)
	samples := r.Start
	for _, group := range r.Groups {
		for _, op := range group.Operations {
			samples = append(samples, op.Samples...)
		}
	}
	for _, sample := range samples {
		if !strings.Contains(sample.Code, "https://shop.example/") && !strings.Contains(sample.Code, `"https://shop.example"`) {
			t.Errorf("this sample is for another shop:\n%s", sample.Code)
		}
		if sample.Language != "go" {
			continue
		}
		if formatted, err := format.Source([]byte(sample.Code)); err != nil || string(formatted) != sample.Code {
			t.Errorf("gofmt: %v\n%s", err, sample.Code)
		}
	}
}

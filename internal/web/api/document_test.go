package api_test

import (
	"strings"
	"testing"

	"github.com/getkin/kin-openapi/openapi3"

	"kontor/internal/web/api"
)

// The document is valid OpenAPI 3.1, and its examples match its schemas.
func TestDocumentIsValid(t *testing.T) {
	t.Parallel()
	doc, err := openapi3.NewLoader().LoadFromData(api.Document("https://shop.example", "laden_session", "laden_verwaltung_session", "laden_konto"))
	if err != nil {
		t.Fatal(err)
	}
	if !doc.IsOpenAPI31OrLater() {
		t.Errorf("openapi: %s, want 3.1", doc.OpenAPI)
	}
	if err := doc.Validate(t.Context(), openapi3.EnableExamplesValidation(), openapi3.EnableMultiError()); err != nil {
		t.Error(err)
	}
}

// Nothing of the sample shop remains in a shop's own document.
func TestDocumentNamesTheShop(t *testing.T) {
	t.Parallel()
	document := string(api.Document("https://shop.example", "laden_session", "laden_verwaltung_session", "laden_konto"))
	for _, foreign := range []string{"127.0.0.1", "bastelkontor"} {
		if strings.Contains(document, foreign) {
			t.Errorf("the document has %q", foreign)
		}
	}
	for _, own := range []string{`"https://shop.example"`, `"laden_session"`, `"laden_verwaltung_session"`, `"laden_konto"`} {
		if strings.Count(document, own) != 1 {
			t.Errorf("the document has %s %d times", own, strings.Count(document, own))
		}
	}
}

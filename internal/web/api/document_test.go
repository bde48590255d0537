package api_test

import (
	"testing"

	"github.com/getkin/kin-openapi/openapi3"

	"kontor/internal/web/api"
)

// The document is valid OpenAPI 3.1, and its examples fit its schemas.
func TestDocumentIsValid(t *testing.T) {
	t.Parallel()
	doc, err := openapi3.NewLoader().LoadFromData(api.Document("https://shop.example", "laden_session", "laden_verwaltung_session"))
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

package shoptest

import (
	"context"

	"kontor/internal/web/office"
)

// healthy is a doctor who never finds anything.
type healthy struct{ clock *Clock }

func (h healthy) Alarming() bool { return false }

func (h healthy) Examine(context.Context) office.Condition {
	return office.Condition{
		Findings: []office.Finding{{Check: "schema", Level: "ok", Text: "Schema 1, alle Schritte sind gemacht"}},
		Services: []office.Service{{Name: "PayPal", Text: "Kunden können nicht mit PayPal zahlen."}},
		Examined: h.clock.Now(),
	}
}

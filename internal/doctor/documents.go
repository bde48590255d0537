package doctor

import (
	"context"

	"kontor/internal/store"
)

// checkDocuments verifies every issued document: that its contents are those that were
// issued, that none is missing in the chain, and that their numbers follow one another.
func checkDocuments(ctx context.Context, _ *Shop, db *store.DB) ([]Finding, error) {
	check, err := db.CheckDocuments(ctx)
	if err != nil {
		return nil, err
	}
	var found []Finding
	for _, fault := range check.Faults {
		found = append(found, failure("mit den Sicherungen vergleichen, was ausgestellt wurde; nichts von Hand ändern", "%s", fault))
	}
	switch {
	case len(found) > 0:
	case check.Documents == 0:
		found = append(found, ok("es ist noch keine Rechnung ausgestellt"))
	default:
		found = append(found, ok("%s heil, zuletzt %s", count(check.Documents, "Dokument ist", "Dokumente sind"), check.Last))
	}
	for _, gap := range check.Skipped { // lawful, and explained to whoever asks
		found = append(found, ok("%s", gap))
	}
	return found, nil
}

package doctor

import (
	"context"
	"errors"

	"kontor/internal/backup"
	"kontor/internal/shop/audit"
	"kontor/internal/store"
)

// checkAudit verifies the audit log from the head on that the newest copy has noted. What
// was before that only `kontor audit verify` reads.
func checkAudit(ctx context.Context, s *Shop, db *store.DB) ([]Finding, error) {
	var noted audit.Head
	if state, err := backup.ReadState(s.Config.CopiesDir()); err == nil && state.Copy != nil {
		noted = state.Copy.Audit
	}
	proof, err := audit.VerifySince(ctx, db, noted)
	var broken *audit.Break
	switch {
	case errors.As(err, &broken):
		return []Finding{failure("mit kontor audit verify und den Sicherungen eingrenzen, was wann verändert wurde", "das Protokoll ist nicht heil: %v", broken)}, nil
	case err != nil:
		return nil, err
	case proof.Head.Nr == 0:
		return []Finding{ok("das Protokoll hat noch keine Zeile")}, nil
	case noted.Nr > 0:
		return []Finding{ok("das Protokoll ist seit der letzten Sicherung (Zeile %d) heil, letzte Zeile: %d", noted.Nr, proof.Head.Nr)}, nil
	}
	return []Finding{ok("das Protokoll ist heil, letzte Zeile: %d", proof.Head.Nr)}, nil
}

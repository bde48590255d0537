package doctor

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"

	"kontor/internal/database"
	"kontor/internal/mark"
	"kontor/internal/shop"
	"kontor/internal/store"
)

// markPatience is how old an order may be that the mark, or how old a mark may be that
// its copy, does not know yet. Both follow within seconds.
const markPatience = time.Minute

// ordersTable names the mark's sequence of orders.
const ordersTable = "orders"

// checkMark finds what would refuse the next start because of the mark, and a mark that
// no longer follows the shop.
func checkMark(ctx context.Context, s *Shop) []Finding {
	if s.stateErr != nil || s.state.Version == 0 {
		return nil // the check of the database says so
	}
	if refused := s.refused(ctx); refused != nil && !refused.Moved {
		return []Finding{refusal(refused)}
	}
	dir := s.markDir()
	own, err := mark.Read(dir)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return []Finding{ok("noch keine Marke; der nächste Start legt sie an")}
	case err != nil:
		return []Finding{failure("Rechte in "+dir+" prüfen", "die Marke ist nicht lesbar: %v", err)}
	}
	found := s.checkMarkFollows(ctx, own)
	found = append(found, s.checkMarkCopy(own)...)
	if len(found) == 0 {
		found = append(found, ok("die Marke in %s gehört zu dieser Datenbank", dir))
	}
	return found
}

// checkMoved finds a shop that is somewhere else by now, or on its way.
func checkMoved(ctx context.Context, s *Shop) []Finding {
	if s.stateErr != nil || s.state.Version == 0 {
		return nil
	}
	if refused := s.refused(ctx); refused != nil && refused.Moved {
		return []Finding{refusal(refused)}
	}
	return []Finding{ok("kein Umzug ist im Gang")}
}

// refused returns why the shop would not start; nil if nothing of that is known.
func (s *Shop) refused(ctx context.Context) *database.Refusal {
	var refused *database.Refusal
	errors.As(store.CheckStart(ctx, s.Place), &refused)
	return refused
}

// refusal takes a refusal apart: its remedy follows the first semicolon.
func refusal(r *database.Refusal) Finding {
	text, remedy, _ := strings.Cut(r.Error(), "; ")
	return failure(remedy, "%s", text)
}

// markDir is where the mark lies that counts: of PostgreSQL there is only the one with
// the copies.
func (s *Shop) markDir() string {
	if s.Place.URL != "" {
		return s.Config.CopiesDir()
	}
	return s.Place.Dir
}

// checkMarkFollows finds a mark that lacks orders. A SQLite shop that is stopped may have
// been killed; its next start completes the mark.
func (s *Shop) checkMarkFollows(ctx context.Context, own mark.Mark) []Finding {
	db, err := s.database(ctx)
	if err != nil || s.Place.URL == "" && !s.state.Locked {
		return nil
	}
	of := own.Sequences[ordersTable]
	since, highest, err := db.OrdersAfter(ctx, of.Last)
	if err != nil || since.IsZero() || s.Now().Sub(since) < markPatience {
		return nil
	}
	remedy := "Platz und Rechte in " + s.markDir() + " prüfen"
	if s.Place.URL == "" && highest >= of.Reserved {
		return []Finding{failure(remedy, "die Marke wird seit %s nicht geschrieben, und keine Nummer ist mehr vorgemerkt: Bestellungen werden abgewiesen", shop.FormatTime(since))}
	}
	return []Finding{warning(remedy, "die Marke wird seit %s nicht geschrieben; sind die vorgemerkten Nummern vergeben, werden Bestellungen abgewiesen", shop.FormatTime(since))}
}

// checkMarkCopy compares the mark with its copy beside the copies of the shop, which a
// start mirrors and the running shop keeps up.
func (s *Shop) checkMarkCopy(own mark.Mark) []Finding {
	dir := s.Config.CopiesDir()
	info, err := os.Stat(filepath.Join(s.markDir(), mark.FileName))
	if dir == s.markDir() || err != nil || s.Now().Sub(info.ModTime()) < markPatience {
		return nil
	}
	const remedy = "SICHERUNG_DIR beschreibbar machen und den Shop neu starten"
	other, err := mark.Read(dir)
	switch {
	case err != nil:
		return []Finding{warning(remedy, "die zweite Marke in %s fehlt oder ist nicht lesbar: geht DATA_DIR verloren, weiß niemand, welche Nummern vergeben sind", dir)}
	case other.ShopID != own.ShopID:
		return []Finding{failure("jedem Shop ein eigenes SICHERUNG_DIR geben", "in %s liegt die Marke eines anderen Shops", dir)}
	case s.state.Locked && other.Sequences[ordersTable].Last < own.Sequences[ordersTable].Last:
		return []Finding{warning(remedy, "die zweite Marke in %s wird nicht mehr geschrieben", dir)}
	}
	return nil
}

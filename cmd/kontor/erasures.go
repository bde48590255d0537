package main

import (
	"context"
	"errors"
	"log/slog"
	"time"

	"kontor/internal/backup"
	"kontor/internal/config"
	"kontor/internal/store"
)

// erasuresRetry is the pause before the list of erased accounts is written again, when
// that has failed. Rule: at most 5 s old.
const erasuresRetry = 4 * time.Second

// mirrorErasures writes the list of erased accounts to files outside the database, at
// the start and after each erasure, until the context ends.
func (s *service) mirrorErasures(ctx context.Context) {
	failed := false
	for ctx.Err() == nil {
		err := writeErasures(ctx, s.cfg, s.db)
		var again <-chan time.Time // nil: never
		if err != nil {
			again = time.After(erasuresRetry)
		}
		if err != nil && !failed && ctx.Err() == nil {
			s.log.Error("erased accounts not listed", slog.Any("error", err))
		}
		failed = err != nil
		select {
		case <-s.db.Erased():
		case <-again:
		case <-ctx.Done():
		}
	}
	last, cancel := context.WithTimeout(context.WithoutCancel(ctx), erasuresRetry)
	defer cancel()
	if err := writeErasures(last, s.cfg, s.db); err != nil && !failed {
		s.log.Error("erased accounts not listed", slog.Any("error", err))
	}
}

// writeErasures lists the erased accounts beside the shop's mark and its copy.
func writeErasures(ctx context.Context, cfg *config.Config, db *store.DB) error {
	shopID, all, err := db.ErasedAccounts(ctx)
	if err != nil || shopID == "" {
		return err
	}
	list := backup.Erasures{ShopID: shopID, Accounts: all}
	for _, dir := range erasureDirs(cfg) {
		err = errors.Join(err, list.Write(dir))
	}
	return err
}

// erasureDirs are where the list of erased accounts lies.
func erasureDirs(cfg *config.Config) []string { return []string{cfg.DataDir, cfg.CopiesDir()} }

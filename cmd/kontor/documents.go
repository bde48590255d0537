package main

import (
	"context"
	"time"

	"kontor/internal/invoice"
)

// watchThreshold warns the operator when sales to other member states near or pass the
// threshold.
func (s *service) watchThreshold(ctx context.Context) {
	by := taxes(s.cfg)
	s.shop.Threshold.Run(ctx, &by, s.log)
}

// adoptPause is how long the shop waits after a failure to take over documents.
const adoptPause = time.Minute

// adoptDocuments gives orders from before documents were kept theirs, as the settings
// draw them now. It ends once all have them.
func (s *service) adoptDocuments(ctx context.Context) {
	by := invoice.Shop{Seller: seller(s.cfg), Tax: taxes(s.cfg)}.Adopter()
	for ctx.Err() == nil {
		more, err := s.db.AdoptDocuments(ctx, by)
		if err == nil && !more {
			return
		}
		if err == nil || ctx.Err() != nil {
			continue
		}
		s.log.Warn("documents not taken over", "error", err)
		select {
		case <-time.After(adoptPause):
		case <-ctx.Done():
		}
	}
}

package certificate

import (
	"context"
	"log/slog"
	"time"
)

// WarnBefore is how long before its end a certificate should have been renewed: the
// operator still has time to mend what keeps it from that.
const WarnBefore = 14 * 24 * time.Hour

// watchInterval is how often the log warns.
const watchInterval = 24 * time.Hour

// Watch warns of a certificate that ends soon, and of one that is still missing after a
// day, until the context ends. end returns when it ends; zero: there is none.
func Watch(ctx context.Context, end func() time.Time, log *slog.Logger) {
	tick := time.NewTicker(watchInterval)
	defer tick.Stop()
	for first := true; ; first = false {
		switch at := end(); {
		case at.IsZero() && first: // it may be on its way
		case at.IsZero():
			log.Warn("there is no certificate")
		case time.Until(at) < WarnBefore:
			log.Warn("certificate ends soon", slog.Time("not_after", at))
		}
		select {
		case <-tick.C:
		case <-ctx.Done():
			return
		}
	}
}

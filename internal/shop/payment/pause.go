package payment

import (
	"errors"
	"sync"
	"time"
)

// defaultPause is how long calls pause if PayPal asks for fewer but does not say for
// how long.
const defaultPause = time.Minute

// pause is a time during which PayPal wants no calls of one kind. PayPal limits each
// kind by itself, so there are several.
type pause struct {
	mu    sync.Mutex
	until time.Time
}

// heed begins a pause if PayPal asks for one.
func (p *pause) heed(err error, at time.Time) {
	var unknown *PayPalUnknown
	if !errors.As(err, &unknown) || !unknown.RateLimited() {
		return
	}
	wait := unknown.RetryAfter
	if wait <= 0 {
		wait = defaultPause
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.until = at.Add(wait)
}

// lasts reports whether the pause is not over.
func (p *pause) lasts(at time.Time) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	return at.Before(p.until)
}

// heed pauses calls about payments for a while if PayPal asks for that.
func (p *Service) heed(err error) { p.calls.heed(err, p.Now()) }

// pausing reports whether PayPal wants no calls about payments.
func (p *Service) pausing() bool { return p.calls.lasts(p.Now()) }

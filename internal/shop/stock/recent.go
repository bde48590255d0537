package stock

import (
	"context"
	"sync"
	"time"
)

// recentFor is how old the stock on pages may be.
const recentFor = time.Second

// recent is the stock as it was read for pages.
type recent struct {
	reading sync.Mutex
	stock   Stock // nil: to be read
	at      time.Time
}

func (r *recent) forget() {
	r.reading.Lock()
	defer r.reading.Unlock()
	r.stock = nil
}

// Recent returns the stock of all products as it was at most a second ago, for pages that
// show it; what this process changed by [Service.Change] is in it. It is shared: callers
// must not change it.
func (s *Service) Recent(ctx context.Context) (Stock, error) {
	r := &s.recent
	r.reading.Lock() // one reads for all who wait
	defer r.reading.Unlock()
	now := s.now()
	if age := now.Sub(r.at); r.stock != nil && age >= 0 && age < recentFor {
		return r.stock, nil
	}
	read, err := s.Stock(ctx)
	if err != nil {
		return nil, err
	}
	r.stock, r.at = read, now
	return read, nil
}

package kit

import "sync/atomic"

// MaxBusy is how many requests are processed at once. Further ones would wait longer
// than people do.
const MaxBusy = 512

// Load counts the requests being processed.
type Load struct {
	limit int64 // 0: none
	busy  atomic.Int64
}

// NewLoad returns a load of at most limit; 0: unlimited.
func NewLoad(limit int) *Load { return &Load{limit: int64(limit)} }

// Begin reports whether there is room for one more; if so, End must follow.
func (l *Load) Begin() bool {
	if busy := l.busy.Add(1); l.limit > 0 && busy > l.limit {
		l.busy.Add(-1)
		return false
	}
	return true
}

// End frees the place of one that began.
func (l *Load) End() { l.busy.Add(-1) }

// whileReading waits for a body. That is the client's time, not the server's: slow
// senders must not keep others out. A request without a place has a nil load.
func (l *Load) whileReading(read func() ([]byte, error)) ([]byte, error) {
	if l != nil {
		l.busy.Add(-1)
		defer l.busy.Add(1)
	}
	return read()
}

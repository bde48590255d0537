package web

import "sync/atomic"

// maxBusy is how many requests are worked on at once. Those beyond it would
// wait longer than people do.
const maxBusy = 512

// load counts what is worked on.
type load struct {
	limit int64 // 0: none
	busy  atomic.Int64
}

// begin reports whether there is room for one more; if so, end must follow.
func (l *load) begin() bool {
	if busy := l.busy.Add(1); l.limit > 0 && busy > l.limit {
		l.busy.Add(-1)
		return false
	}
	return true
}

func (l *load) end() { l.busy.Add(-1) }

// whileReading waits for a body. That is the client's time, not the server's:
// slow senders must not keep others out.
func (l *load) whileReading(read func() ([]byte, error)) ([]byte, error) {
	l.busy.Add(-1)
	defer l.busy.Add(1)
	return read()
}

package gate

import (
	"net/netip"
	"sync"
	"time"
)

// maxWindows bounds how many clients a [Window] remembers.
const maxWindows = 8192

// Window limits what each client may do within any period, such as guessing coupons. It
// counts in this process only. A client is an IPv4 address or an IPv6 /64.
type Window struct {
	now    func() time.Time
	limit  int
	period time.Duration

	mu      sync.Mutex
	clients map[lane][]done
}

// done is an action of a client and its time.
type done struct {
	what string // empty: unlike any other
	at   time.Time
}

// NewWindow returns a limit of so many actions per period; 0: no limit.
func NewWindow(now func() time.Time, limit int, period time.Duration) *Window {
	return &Window{now: now, limit: limit, period: period, clients: make(map[lane][]done)}
}

// Take counts an action of a client, or returns how long the client has to wait.
// Repeating an action within the period is free; an empty text never counts as a
// repetition. The returned function undoes the count, for actions that turn out not to
// be limited. Actions in progress count, so simultaneous requests gain nothing.
func (w *Window) Take(addr netip.Addr, what string) (back func(), wait time.Duration) {
	back = func() {}
	if w.limit == 0 {
		return back, 0
	}
	client, now := ClientAt(addr).own, w.now()
	w.mu.Lock()
	defer w.mu.Unlock()
	all := w.current(client, now)
	for _, d := range all {
		if what != "" && d.what == what {
			return back, 0
		}
	}
	if len(all) >= w.limit {
		return back, max(all[len(all)-w.limit].at.Add(w.period).Sub(now), time.Second)
	}
	mine := done{what, now}
	w.clients[client] = append(all, mine)
	return func() { w.takeBack(client, mine) }, 0
}

// current returns the client's actions that still count. Those from the future no
// longer do: the clock was set back.
func (w *Window) current(client lane, now time.Time) (all []done) {
	for _, d := range w.clients[client] {
		if age := now.Sub(d.at); age >= 0 && age < w.period {
			all = append(all, d)
		}
	}
	if len(all) > 0 {
		w.clients[client] = all
		return all
	}
	delete(w.clients, client)
	if len(w.clients) >= maxWindows {
		w.forget(now)
	}
	return nil
}

// forget makes room: first by dropping what no longer counts, then by starting over.
func (w *Window) forget(now time.Time) {
	for client, all := range w.clients {
		if now.Sub(all[len(all)-1].at) >= w.period {
			delete(w.clients, client)
		}
	}
	if len(w.clients) >= maxWindows {
		clear(w.clients)
	}
}

func (w *Window) takeBack(client lane, mine done) {
	w.mu.Lock()
	defer w.mu.Unlock()
	all := w.clients[client]
	for i, d := range all {
		if d == mine {
			kept := append(all[:i:i], all[i+1:]...)
			if w.clients[client] = kept; len(kept) == 0 {
				delete(w.clients, client)
			}
			return
		}
	}
}

// Clients returns how many clients are remembered.
func (w *Window) Clients() int {
	w.mu.Lock()
	defer w.mu.Unlock()
	return len(w.clients)
}

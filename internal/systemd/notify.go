package systemd

import (
	"context"
	"net"
	"os"
	"strconv"
	"time"
)

// The states that a service reports.
const (
	Ready    = "READY=1"
	Stopping = "STOPPING=1"
	alive    = "WATCHDOG=1"
)

// Manager is the service manager that started the process.
type Manager struct {
	socket   string        // that takes reports; empty: nobody asked for them
	watchdog time.Duration // without a sign of life, after which it restarts the service; 0: never
	sockets  []*inherited
}

// Notify reports a state.
func (m *Manager) Notify(state string) error {
	if m.socket == "" {
		return nil
	}
	conn, err := net.Dial("unixgram", m.socket)
	if err != nil {
		return err
	}
	defer conn.Close()
	_, err = conn.Write([]byte(state))
	return err
}

// Feed gives signs of life until the context ends, three in each span of the watchdog,
// as long as lives reports that there is life.
func (m *Manager) Feed(ctx context.Context, lives func(context.Context) bool) {
	if m.watchdog == 0 {
		return
	}
	tick := time.NewTicker(m.watchdog / 3)
	defer tick.Stop()
	for {
		asking, cancel := context.WithTimeout(ctx, m.watchdog/3)
		if lives(asking) {
			_ = m.Notify(alive) // if nobody hears, the manager restarts the service
		}
		cancel()
		select {
		case <-tick.C:
		case <-ctx.Done():
			return
		}
	}
}

// watchdogOf returns the span of the watchdog; 0: this process has none.
func watchdogOf(environ map[string]string) time.Duration {
	if pid := environ["WATCHDOG_PID"]; pid != "" && pid != strconv.Itoa(os.Getpid()) {
		return 0
	}
	microseconds, err := strconv.ParseInt(environ["WATCHDOG_USEC"], 10, 64)
	if err != nil || microseconds <= 0 {
		return 0
	}
	return time.Duration(microseconds) * time.Microsecond
}

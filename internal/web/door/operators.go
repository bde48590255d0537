package door

import (
	"context"
	"log/slog"
	"net/http"
	"strings"
	"sync"
	"time"

	"kontor/internal/gate"
	"kontor/internal/rescue"
	"kontor/internal/shop/audit"
	"kontor/internal/web/kit"
)

// by returns whose changes those of a request with an administration session are.
func (d *Door) by(r *http.Request, session gate.Session, name string) audit.By {
	return audit.By{Name: name, Session: session.ID, Request: kit.ExchangeOf(r).Id, At: d.Now()}
}

// used returns a session as the request uses it.
func (d *Door) used(r *http.Request, session gate.Session, name string) audit.Session {
	return audit.Session{
		ID: session.ID, Name: name, Device: deviceName(r.UserAgent()),
		Began: session.IssuedAt, Used: d.Now(), Until: session.IssuedAt.Add(administrationLife),
	}
}

// begin stores a session that the right code has just opened. Nothing stands between that
// code and the page, so a database that refuses writes does not either: the session is
// stored with its first use that can be.
// Spec: Administration gate, flow 4.
func (d *Door) begin(r *http.Request, session gate.Session) {
	_, known := d.devices.known(r)
	s := d.used(r, session, "")
	if err := d.audit.Begin(r.Context(), d.by(r, session, ""), s, !known); err != nil {
		d.uses.note(s)
		d.Log.LogAttrs(r.Context(), slog.LevelError, "session not stored", append(kit.RequestAttrs(r),
			slog.String("session", session.ID), slog.Any("error", err))...)
	}
}

// uses are the sessions of the administration that were used since they were last stored,
// so that no request waits for that, or fails by it.
type uses struct {
	mu  sync.Mutex
	all map[string]audit.Session
}

func (u *uses) note(s audit.Session) {
	u.mu.Lock()
	defer u.mu.Unlock()
	if u.all == nil {
		u.all = make(map[string]audit.Session)
	}
	u.all[s.ID] = s
}

// take returns the sessions, and forgets them.
func (u *uses) take() (taken []audit.Session) {
	u.mu.Lock()
	defer u.mu.Unlock()
	for _, s := range u.all {
		taken = append(taken, s)
	}
	clear(u.all)
	return taken
}

// keepEvery is how often uses are stored.
const keepEvery = time.Minute

// KeepSessions stores the uses of sessions once a minute, until the context ends.
func (d *Door) KeepSessions(ctx context.Context) {
	tick := time.NewTicker(keepEvery)
	defer tick.Stop()
	for {
		select {
		case <-tick.C:
			rescue.Run(d.Log, "sessions", func() { d.StoreUses(ctx) })
		case <-ctx.Done():
			d.StoreUses(context.WithoutCancel(ctx))
			return
		}
	}
}

// StoreUses stores the uses of sessions. Those that cannot be stored are stored with the
// next ones.
func (d *Door) StoreUses(ctx context.Context) {
	used := d.uses.take()
	if len(used) == 0 {
		return
	}
	if err := d.audit.Use(ctx, used); err != nil {
		for _, s := range used {
			d.uses.restore(s)
		}
		d.Log.Warn("uses of sessions not stored", "error", err)
	}
}

// restore keeps a use for later, unless there is a newer one.
func (u *uses) restore(s audit.Session) {
	u.mu.Lock()
	defer u.mu.Unlock()
	if _, newer := u.all[s.ID]; !newer {
		u.all[s.ID] = s
	}
}

// deviceName returns browser and system of a user agent, in words of our own: what a
// client sends is shown nowhere.
func deviceName(userAgent string) string {
	return firstOf(userAgent, "ein anderes Programm", browsers) + " unter " + firstOf(userAgent, "einem anderen System", systems)
}

// sign is a word of a user agent, with what it stands for.
type sign struct{ word, means string }

// The first sign that occurs counts: most browsers also name those whose pages they
// imitate.
var (
	browsers = []sign{
		{"Edg", "Edge"}, {"OPR/", "Opera"}, {"SamsungBrowser", "Samsung Internet"}, {"Firefox", "Firefox"}, {"FxiOS", "Firefox"},
		{"Chrome", "Chrome"}, {"CriOS", "Chrome"}, {"Safari", "Safari"}, {"curl", "curl"}, {"Go-http-client", "ein Go-Programm"},
	}
	systems = []sign{
		{"iPhone", "iOS"}, {"iPad", "iPadOS"}, {"Android", "Android"}, {"Windows", "Windows"}, {"Mac OS X", "macOS"}, {"CrOS", "ChromeOS"}, {"Linux", "Linux"},
	}
)

func firstOf(userAgent, otherwise string, signs []sign) string {
	for _, s := range signs {
		if strings.Contains(userAgent, s.word) {
			return s.means
		}
	}
	return otherwise
}

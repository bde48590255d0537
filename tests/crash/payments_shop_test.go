package crash

import (
	"context"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"kontor/internal/database"
	"kontor/internal/paypal/paypalsim"
	"kontor/internal/shop"
	"kontor/internal/store"
	"kontor/tests/crowd"
	"kontor/tests/mailtest"
	"kontor/tests/pgtest"
)

// cluster is the PostgreSQL server of all tests here, with an empty migrated database
// to copy; stopCluster ends it.
var (
	cluster     = sync.OnceValues(startCluster)
	stopCluster = func() error { return nil }
)

const template = "kontor_template"

func startCluster() (*pgtest.Cluster, error) {
	c, err := pgtest.Start()
	if err != nil {
		return nil, err
	}
	stopCluster = c.Stop
	if err := c.Create(template, ""); err != nil {
		return nil, err
	}
	db, err := store.Open(context.Background(), database.Options{URL: c.URL(template)})
	if err != nil {
		return nil, err
	}
	return c, db.Close()
}

// till is a shop that takes money through a PayPal that outlives it.
type till struct {
	t        *testing.T
	sim      *paypalsim.Server
	mail     *mailtest.Resend
	clock    *shiftedClock
	place    database.Options // location of the data
	shop     *shopProcess
	settings []string
	started  int
	disputed string // a dispute that PayPal has not decided; empty: there is none
}

// shiftedClock is this computer's time, moved forward by the test. All processes read
// it from one file, so that it moves for all of them at once.
type shiftedClock struct {
	t     *testing.T
	path  string
	shift atomic.Int64
}

func newShiftedClock(t *testing.T) *shiftedClock {
	c := &shiftedClock{t: t, path: filepath.Join(t.TempDir(), "shift")}
	c.forward(0)
	return c
}

func (c *shiftedClock) Now() time.Time { return time.Now().Add(time.Duration(c.shift.Load())) }

func (c *shiftedClock) forward(by time.Duration) {
	c.t.Helper()
	next := c.path + ".next"
	if err := os.WriteFile(next, []byte(time.Duration(c.shift.Add(int64(by))).String()), 0o600); err != nil {
		c.t.Fatal(err)
	}
	if err := os.Rename(next, c.path); err != nil {
		c.t.Fatal(err)
	}
}

const (
	merchantID     = "AZDxjDScFpQtjWTOUtWKbyN"
	merchantSecret = "EGnHDxD-qRPdaLdZz8iCr8N7"
	merchantHook   = "8PT597110X687430L"
	mailKey        = "re_crashtest"
)

// openTill prepares a till on SQLite or PostgreSQL. So far only PayPal and the mail
// provider are running.
func openTill(t *testing.T, engine string) *till {
	t.Helper()
	k := &till{t: t, clock: newShiftedClock(t), mail: mailtest.StartResend(t, mailKey), place: database.Options{Dir: t.TempDir()}}
	if engine == "postgres" {
		c, err := cluster()
		if err != nil {
			t.Fatal(err)
		}
		k.place.URL = c.Database(t, template)
	}
	var err error
	k.sim, err = paypalsim.Start(paypalsim.Options{ClientID: merchantID, Secret: merchantSecret, WebhookID: merchantHook, Now: k.clock.Now})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		k.sim.Close()
		for _, violation := range k.sim.Violations() {
			t.Errorf("T40: %s", violation)
		}
	})
	k.settings = []string{
		"DATABASE_URL=" + k.place.URL, "PREISPRUEFUNG=aus", "PAYPAL_TIMEOUT=5s",
		"PAYPAL_CLIENT_ID=" + merchantID, "PAYPAL_CLIENT_SECRET=" + merchantSecret, "PAYPAL_WEBHOOK_ID=" + merchantHook,
		"PAYPAL_BASE_URL=" + k.sim.URL(), "RESEND_API_KEY=" + mailKey, "RESEND_BASE_URL=" + k.mail.URL(),
		"ORDER_NOTIFICATION_EMAIL=shop@shop.test",
		"BASE_URL=http://localhost:8080", // the same after every start, as buyers are sent back there
	}
	return k
}

// open starts the shop, reconciling at every interval.
func (k *till) open(interval time.Duration, settings ...string) {
	k.t.Helper()
	path, err := programWithKillpoints()
	if err != nil {
		k.t.Fatal(err)
	}
	k.started++
	settings = append(settings, "PAYPAL_ABGLEICH_INTERVALL="+interval.String(), "CLOCK_FILE="+k.clock.path)
	k.shop = startCommand(k.t, exec.Command(path), k.place.Dir, append(k.settings, settings...)...)
}

// reopen restarts the shop some time after a crash. No browser comes back; the shop
// does whatever remains to be done by itself.
func (k *till) reopen(later time.Duration) {
	k.t.Helper()
	k.shop.kill()
	k.sim.Watch(nil)
	k.sim.Heal()
	k.clock.forward(later)
	k.open(50 * time.Millisecond)
}

// forward moves the clock of PayPal and all instances by ten minutes.
func (k *till) forward() { k.clock.forward(10 * time.Minute) }

// basket is what the checkout page sends.
func basket(key string) map[string]any {
	return map[string]any{
		"land": "de", "kunde": map[string]any{
			"name": "Erika Kassentest", "email": "erika@kassentest.example",
			"strasse": "Kassentestweg 5", "plz": "51147", "ort": "Kassentesthausen",
		},
		"artikel":          []any{map[string]any{"slug": "wolle", "name": "Wolle", "menge": 2, "preis": 5.95}},
		"summe":            11.9,
		"kassenSchluessel": key,
	}
}

const total shop.Cents = 1190

// create opens a payment as the checkout page does; "" if nobody answered.
func (k *till) create(key string) (id string) {
	k.t.Helper()
	a := k.shop.visit(http.MethodPost, "/api/paypal/orders", basket(key))
	if a.Status == 0 {
		return ""
	}
	var created struct{ ID string }
	into(k.t, a, http.StatusCreated, &created)
	return created.ID
}

// capture does what the page does after the approval.
func (k *till) capture(id string) crowd.Answer { return k.shop.capture(id) }

func (s *shopProcess) capture(id string) crowd.Answer {
	return s.visit(http.MethodPost, "/api/paypal/orders/"+id+"/capture", nil)
}

// visit sends a request on a connection of its own, which ends with it.
func (s *shopProcess) visit(method, path string, body any) crowd.Answer {
	client := &http.Client{Transport: &http.Transport{DisableKeepAlives: true}, Timeout: patience}
	return crowd.Send(client, method, s.url+path, body)
}

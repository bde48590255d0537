package crash

import (
	"cmp"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"kontor/internal/paypal/paypalsim"
)

// killAt is a point in a story.
type killAt struct {
	point string // within the program, or the simulator's operation and moment
	sim   bool
	never bool // PayPal does not do what it was being asked for
	long  bool // the shop stays down until PayPal has forgotten the request ids
}

func (p killAt) String() string {
	return p.point + map[bool]string{true: ", never done"}[p.never] + map[bool]string{true: ", seven hours down"}[p.long]
}

// down returns how long the shop is down.
func (p killAt) down() time.Duration {
	if p.long {
		return 7 * time.Hour
	}
	return 10 * time.Minute
}

// T1, T2, T3, T4, T5, T6, T7, T8, T9, T22, T28, T29, T43, T49, T56, T58, T59, R22: the process is killed at a
// step of a payment; after the next start the books balance without a call of any
// browser. The full run takes every step; a sampled one plays each story on one of the
// engines, from day to day the other.
func TestT1_T9_T22_T28_KilledAtEveryStepOfAPayment(t *testing.T) {
	t.Parallel()
	if _, err := programWithKillpoints(); err != nil { // not part of the first start
		t.Fatal(err)
	}
	for i, engine := range []string{"sqlite", "postgres"} {
		for j, story := range append(slices.Concat(stories, storiesAfterCapture), twinGivenBack) {
			if !thorough() && (i+j+time.Now().YearDay())%2 > 0 {
				continue
			}
			t.Run(engine+"/"+story.name, func(t *testing.T) {
				t.Parallel()
				points, mails := story.rehearse(t, engine)
				rand.Shuffle(len(points), func(i, j int) { points[i], points[j] = points[j], points[i] })
				points, killed := points[:min(len(points), rounds(4, len(points)))], 0
				for _, p := range points {
					if t.Run(p.String(), func(t *testing.T) { killed += story.kill(t, engine, p, mails) }); t.Failed() {
						return
					}
				}
				t.Logf("killed at %d points of %d", killed, len(points))
				if killed == 0 || thorough() && killed*4 < len(points)*3 { // a few of them depend on chance
					t.Errorf("only %d of %d points were reached", killed, len(points))
				}
			})
		}
	}
}

// open starts the shop as the story needs it.
func (s *story) open(k *till, settings ...string) {
	k.t.Helper()
	k.settings = append(k.settings, "PAYPAL_BESTAETIGUNG="+strconv.FormatBool(s.confirm))
	k.open(cmp.Or(s.every, time.Hour), settings...)
}

// rehearse plays the story to its end, and returns the points that it passes and the
// number of mails sent, those about refunds excepted: an operator who was never heard
// has ordered none.
func (s *story) rehearse(t *testing.T, engine string) (points []killAt, mails int) {
	t.Helper()
	k := openTill(t, engine)
	if s.plan != nil {
		s.plan(k)
	}
	log := filepath.Join(t.TempDir(), "points")
	var mu sync.Mutex
	counts := make(map[string]int)
	k.sim.Watch(func(o paypalsim.Operation, m paypalsim.Moment) {
		mu.Lock()
		defer mu.Unlock()
		name := string(o) + " " + string(m)
		counts[name]++
		points = append(points, killAt{point: fmt.Sprintf("%s#%d", name, counts[name]), sim: true})
		again := killAt{point: fmt.Sprintf("%s#%d", name, counts[name]), sim: true}
		switch {
		case m == paypalsim.Before:
			again.never = true
			points = append(points, again)
		case o == paypalsim.Capture || o == paypalsim.Refund: // T9
			again.long = true
			points = append(points, again)
		}
	})
	s.open(k, "KILL_LOG="+log)
	s.play(k)
	b := k.settle(s.planned)
	k.shop.stop()
	if mails = len(k.mail.ByKey()) - b.refunded(); mails < 2*len(b.orders) {
		t.Errorf("T8: %d mails about %d orders", mails, len(b.orders))
	}
	text, err := os.ReadFile(log)
	if err != nil {
		t.Fatal(err)
	}
	mu.Lock()
	defer mu.Unlock()
	for name := range strings.Lines(string(text)) {
		points = append(points, killAt{point: strings.TrimSpace(name)})
	}
	about, kept := regexp.MustCompile(s.about), points[:0]
	for _, p := range points {
		if about.MatchString(p.point) {
			kept = append(kept, p)
		}
	}
	return kept, mails
}

// kill plays the story up to the point, restarts the shop and checks the books. It
// returns 1 if the point was reached.
func (s *story) kill(t *testing.T, engine string, p killAt, mails int) (killed int) {
	k := openTill(t, engine)
	if s.plan != nil {
		s.plan(k)
	}
	if p.sim {
		s.open(k)
		k.killIn(p)
	} else {
		s.open(k, "KILL="+p.point)
	}
	id := s.play(k)
	if k.shop.process.Wait(time.Second); k.ended() {
		killed = 1
	}
	k.reopen(p.down())
	k.sim.SendWebhooksTo(map[bool]string{true: k.shop.url + "/api/paypal/webhook"}[s.notify])
	if s.later != nil {
		s.later(k)
	}
	if id == "" {
		// T1, T2: the buyer, who has seen no answer, tries again.
		if id = k.create("schluessel-der-kasse-1"); id == "" {
			t.Fatal("the second try is not answered")
		}
		if n := len(k.sim.Books()); n != 1 {
			t.Errorf("T2: %d orders at PayPal", n)
		}
		if err := k.sim.Approve(id); err != nil {
			t.Fatal(err)
		}
		if !s.confirm {
			k.capture(id)
		}
	}
	b := k.settle(s.planned)
	k.checkEnd(b, id, mails)
	return killed
}

// killIn kills the running shop at a point of the simulator.
func (k *till) killIn(p killAt) {
	name, number, _ := strings.Cut(p.point, "#")
	n, err := strconv.Atoi(number)
	if err != nil {
		k.t.Fatal(err)
	}
	if p.never {
		operation := paypalsim.Operation(strings.TrimSuffix(name, " before"))
		if n > 1 {
			k.sim.Fail(operation, paypalsim.Fault{Kind: paypalsim.None, Times: n - 1})
		}
		k.sim.Fail(operation, paypalsim.Fault{Kind: paypalsim.Cut})
	}
	victim := k.shop
	var mu sync.Mutex
	k.sim.Watch(func(o paypalsim.Operation, m paypalsim.Moment) {
		mu.Lock()
		defer mu.Unlock()
		if string(o)+" "+string(m) != name {
			return
		}
		if n--; n == 0 {
			victim.kill()
		}
	})
}

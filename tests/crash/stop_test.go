package crash

import (
	"slices"
	"testing"
	"time"

	"kontor/tests/crowd"
)

// drainLimit is how long requests in progress may take to finish. Rule R36.
const drainLimit = 20 * time.Second

// R36: asked to end with 64 orders in progress, again and again, the shop answers every
// order that it stores, informs load balancers before it stops listening, and ends with
// exit code 0.
func TestR36_StoppedUnderLoadAnswersWhatItStores(t *testing.T) {
	t.Parallel()
	times, taken := rounds(3, 50), 0
	began, longest := time.Now(), time.Duration(0)
	for range times {
		dir := t.TempDir()
		s := start(t, dir, unreachable...)
		s.createCoupon()
		l := (&crowd.Load{URL: s.url, Timeout: patience, Clients: 64, Next: crowd.Ordinary}).Start()
		awaitAcknowledged(t, l, 100)
		longest = max(longest, stopAndWatch(t, s))
		ledger := l.Finished()
		taken += ledger.Acknowledged()
		auditExactly(t, dir, ledger)
	}
	t.Logf("%d rounds in %v: %d orders taken, the longest stop took %v",
		times, time.Since(began).Round(time.Millisecond), taken, longest.Round(time.Millisecond))
}

// stopAndWatch ends the shop and returns how long that took.
func stopAndWatch(t *testing.T, s *shopProcess) time.Duration {
	t.Helper()
	probes := []int{s.readiness()}
	watched := make(chan struct{})
	go func() {
		defer close(watched)
		for probes[len(probes)-1] != 0 {
			probes = append(probes, s.readiness())
		}
	}()
	began := time.Now()
	s.stop()
	took := time.Since(began)
	<-watched
	if took > drainLimit {
		t.Errorf("the stop took %v", took)
	}
	if seen := slices.Compact(probes); !slices.Equal(seen, []int{200, 503, 0}) {
		t.Errorf("load balancers saw %v, want 200, then 503, then nobody", seen)
	}
	return took
}

// auditExactly checks the books, which must contain exactly the orders that were
// answered with 201.
func auditExactly(t *testing.T, dir string, l crowd.Ledger) {
	t.Helper()
	books := openBooks(t, snapshot(t, dir))
	defer books.close()
	books.audit(l)
	for mark, o := range l {
		if stored := len(books.Marks[mark]) > 0; stored && !o.Acknowledged() {
			t.Errorf("%s was answered %d and is stored", mark, o.Answer.Status)
		}
	}
}

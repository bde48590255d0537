package gate

import (
	"fmt"
	"testing"
	"time"
)

func TestG18_ManyAddressesDoNotGrowMemory(t *testing.T) {
	t.Parallel()
	var r refusals
	now := time.Date(2026, 11, 21, 9, 15, 0, 0, time.UTC)
	for i := range 20_000 {
		r.add(now, time.Minute, 5, fmt.Sprint(i), "")
		if wait, failures := r.find(now, fmt.Sprint(i)); wait != time.Minute || failures != 5 {
			t.Fatalf("client %d is refused for %v, %d failures", i, wait, failures)
		}
	}
	if len(r.until) > maxRefusals {
		t.Errorf("%d clients are remembered", len(r.until))
	}
	if wait, _ := r.find(now, "", "stranger"); wait != 0 {
		t.Errorf("a stranger waits %v", wait)
	}
}

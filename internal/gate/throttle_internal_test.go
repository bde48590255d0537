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
		r.add(now, time.Minute, fmt.Sprint(i), "")
		if r.wait(now, fmt.Sprint(i)) != time.Minute {
			t.Fatalf("client %d is not refused", i)
		}
	}
	if len(r.until) > maxRefusals {
		t.Errorf("%d clients are remembered", len(r.until))
	}
	if wait := r.wait(now, "", "stranger"); wait != 0 {
		t.Errorf("a stranger waits %v", wait)
	}
}

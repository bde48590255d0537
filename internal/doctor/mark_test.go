package doctor

import (
	"testing"
	"time"

	"kontor/internal/config"
	"kontor/internal/database"
	"kontor/internal/demo"
	"kontor/internal/mark"
	"kontor/internal/store"
	"kontor/tests/scratch"
)

// W16: a running shop whose mark no longer follows its orders, up to the point at which
// it can take no more. Orders of this very moment are no reason for an alarm.
func TestW16_AMarkThatStaysBehind(t *testing.T) {
	t.Parallel()
	dir := scratch.Dir(t)
	place := database.Options{Dir: dir, MarkDirs: []string{dir + "/sicherung"}}
	db, err := store.Open(t.Context(), place)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := db.Import(t.Context(), demo.Orders(5, time.Now(), 1), "BK"); err != nil {
		t.Fatal(err)
	}
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
	if db, err = store.Open(t.Context(), place); err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	cfg, err := config.Load([]string{"DATA_DIR=" + dir}, nil)
	if err != nil {
		t.Fatal(err)
	}
	own, err := mark.Read(dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		marked mark.Sequence
		later  time.Duration
		level  Level
	}{
		{mark.Sequence{Reserved: 105, Last: 5}, time.Hour, OK},
		{mark.Sequence{Reserved: 105, Last: 3}, time.Hour, Warning},
		{mark.Sequence{Reserved: 5, Last: 3}, time.Hour, Failure},
		{mark.Sequence{Reserved: 105, Last: 3}, -999 * 24 * time.Hour, OK},
	} {
		own.Sequences[ordersTable] = c.marked
		if err := own.Write(dir); err != nil {
			t.Fatal(err)
		}
		shop := &Shop{Config: cfg, Place: place, Now: func() time.Time { return time.Now().Add(c.later) }}
		findings := shop.Examine(t.Context(), []Check{{"marke", checkMark}})
		if len(findings) != 1 || findings[0].Level != c.level {
			t.Errorf("%+v, %v later: %+v", c.marked, c.later, findings)
		}
	}
}

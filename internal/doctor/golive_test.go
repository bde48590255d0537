package doctor

import (
	"slices"
	"strings"
	"testing"
	"time"

	"kontor/internal/config"
	"kontor/internal/database"
)

// examinedAt returns a shop without a database at a moment, with settings.
func examinedAt(t *testing.T, now time.Time, settings ...string) *Shop {
	t.Helper()
	dir := t.TempDir()
	c, err := config.Load(append(settings, "DATA_DIR="+dir), nil)
	if err != nil {
		t.Fatal(err)
	}
	return &Shop{
		Config: c, Place: database.Options{Dir: dir}, Now: func() time.Time { return now },
		Built: time.Date(2026, 11, 1, 0, 0, 0, 0, time.UTC),
	}
}

// W17: a clock that is behind the program's own date refuses, unless that is excepted.
func TestW17_AClockBeforeTheBuildRefuses(t *testing.T) {
	t.Parallel()
	past, present := time.Date(1970, 1, 1, 0, 0, 7, 0, time.UTC), time.Date(2026, 11, 2, 0, 0, 0, 0, time.UTC)
	for _, c := range []struct {
		now      time.Time
		settings []string
		level    Level
	}{
		{past, nil, Failure},
		{past, []string{"GO_LIVE_AUSNAHME=uhr"}, Warning},
		{present, nil, OK},
	} {
		findings := examinedAt(t, c.now, c.settings...).GoLive(t.Context())
		at := slices.IndexFunc(findings, func(f Finding) bool { return f.Check == "uhr" })
		if f := findings[at]; f.Level != c.level || (c.level == OK) != (f.Remedy == "") {
			t.Errorf("at %v with %v: %+v", c.now, c.settings, f)
		}
	}
}

// The configuration knows the same exceptions as the conditions, and says so.
func TestEveryExceptionBelongsToACondition(t *testing.T) {
	t.Parallel()
	var named []string
	for _, condition := range conditions() {
		if condition.exception == "" {
			if _, err := config.Load([]string{"GO_LIVE_AUSNAHME=" + condition.Name}, nil); err == nil {
				t.Errorf("%s has no exception, but the configuration takes one", condition.Name)
			}
			continue
		}
		named = append(named, condition.exception)
		if _, err := config.Load([]string{"GO_LIVE_AUSNAHME=" + condition.exception}, nil); err != nil {
			t.Error(err)
		}
	}
	slices.Sort(named)
	for _, v := range config.Variables() {
		if v.Name != "GO_LIVE_AUSNAHME" {
			continue
		}
		for _, name := range named {
			if !strings.Contains(v.Form, name) {
				t.Errorf("the setting's form does not name %s", name)
			}
		}
	}
}

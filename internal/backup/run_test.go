package backup_test

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"kontor/internal/backup"
	"kontor/tests/scratch"
)

// An unchanged shop gets one copy a day, a changed one a copy each time.
func TestUnchangedShopGetsOneCopyADay(t *testing.T) {
	t.Parallel()
	s := open(t, 3)
	k := s.keeper()
	for _, step := range []struct {
		after  time.Duration
		orders int
		copies int
	}{{0, 0, 1}, {time.Hour, 0, 1}, {time.Hour, 1, 2}, {time.Hour, 0, 2}, {24 * time.Hour, 0, 3}} {
		s.Clock.Advance(step.after)
		s.trade(step.orders, 2)
		k.Once(t.Context())
		if got := len(names(t, s.dir)); got != 2*step.copies {
			t.Fatalf("after %+v there are %q", step, names(t, s.dir))
		}
		state, err := backup.ReadState(s.dir)
		if err != nil || state.Failure != nil || !state.Checked.Equal(s.Clock.Now()) {
			t.Errorf("after %+v: %+v; %v", step, state, err)
		}
	}
	if due := backup.UntilDue(k); due != 54*time.Minute {
		t.Errorf("the next copy is due in %v", due)
	}
	s.Clock.Advance(-48 * time.Hour)
	if due := backup.UntilDue(k); due != 0 {
		t.Errorf("with a clock that was put back the next copy is due in %v", due)
	}
}

// The command gets the first copy of each day, without this program's secrets, and its
// exit code is recorded.
func TestCommandGetsTheFirstCopyOfEachDay(t *testing.T) {
	t.Parallel()
	s := open(t, 1)
	program, seen := filepath.Join(scratch.Dir(t), "wegbringen"), filepath.Join(scratch.Dir(t), "gesehen")
	script := "#!/bin/sh\necho \"$# $1 $SICHTBAR\" >>" + seen + "\nexit 7\n"
	write(t, program, script)
	if err := os.Chmod(program, 0o700); err != nil {
		t.Fatal(err)
	}
	var failed []string
	k := s.keeper(func(o *backup.Options) {
		o.Command, o.Environ, o.OnError = program, []string{"SICHTBAR=ja"}, func(step string) { failed = append(failed, step) }
	})
	first := mustMake(t, k)
	s.Clock.Advance(time.Hour)
	mustMake(t, k)
	s.Clock.Advance(23 * time.Hour)
	next := mustMake(t, k)
	if !slices.Equal(failed, []string{"command", "command"}) {
		t.Errorf("failed at %q", failed)
	}
	if text, err := os.ReadFile(seen); string(text) != "1 "+first.Path+" ja\n1 "+next.Path+" ja\n" {
		t.Errorf("the command got %q; %v", text, err)
	}
	state, err := backup.ReadState(s.dir)
	if err != nil || state.Command == nil || state.Command.Exit != 7 || state.Command.Path != next.Path || state.Failure != nil {
		t.Errorf("recorded %+v; %v", state.Command, err)
	}
}

// Of ten weeks of hourly copies those of the last day, the first of each of 14 days and
// of 8 weeks stay, and three from before migrations; the newest always does, and what
// belongs to another shop is left alone.
func TestOldCopiesAreRemoved(t *testing.T) {
	t.Parallel()
	now := time.Date(2026, 11, 21, 9, 0, 0, 0, time.UTC)
	var all []backup.File
	for hours := range 10 * 7 * 24 {
		at := now.Add(-time.Duration(hours) * time.Hour)
		for _, name := range []string{"bastelkontor", "wollwerk"} {
			all = append(all, backup.File{Path: name + at.Format(time.RFC3339), At: at, Name: name})
		}
	}
	for _, version := range []string{"25", "24", "23", "22"} {
		all = append(all, backup.File{Path: "schema" + version, Name: "vor-schema-" + version})
	}
	removed := backup.Surplus(all, "bastelkontor")
	var kept []string
	for _, f := range all {
		if f.Name != "wollwerk" && !slices.Contains(removed, f.Path) {
			kept = append(kept, strings.TrimPrefix(f.Path, "bastelkontor"))
		}
	}
	// 24 hours, the last midnight in Berlin among them; 13 earlier days; 6 earlier Mondays.
	if len(kept) != 24+13+6+3 || kept[0] != "2026-11-21T09:00:00Z" || kept[len(kept)-1] != "schema23" || !slices.Contains(kept, "2026-10-04T22:00:00Z") {
		t.Errorf("%d are kept: %q", len(kept), kept)
	}
	if slices.ContainsFunc(removed, func(path string) bool { return strings.HasPrefix(path, "wollwerk") }) {
		t.Error("copies of another shop are removed")
	}
}

// Whatever was left behind by a process that was killed is removed, and a hash without
// its copy.
func TestRemainsAreRemoved(t *testing.T) {
	t.Parallel()
	s := open(t, 1)
	write(t, filepath.Join(s.dir, ".in-arbeit", "kontor.db"), "halb")
	write(t, filepath.Join(s.dir, "bastelkontor-20261120T000000Z.tar.zst.sha256"), "abc")
	write(t, filepath.Join(s.dir, "notizen.txt"), "vom Betreiber")
	c := mustMake(t, s.keeper())
	want := []string{filepath.Base(c.Path), filepath.Base(c.Path) + ".sha256", "notizen.txt"}
	if got := names(t, s.dir); !slices.Equal(got, want) {
		t.Errorf("files %q, want %q", got, want)
	}
}

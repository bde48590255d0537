package main

import (
	"log/slog"
	"strings"
	"testing"

	"kontor/internal/config"
	"kontor/internal/doctor"
	"kontor/tests/scratch"
)

// The running shop is examined over its own database; a failure raises the alarm, and
// stands first in the daily report. What was found a moment ago is not sought again.
func TestTheRunningShopExaminesItself(t *testing.T) {
	t.Parallel()
	dir := scratch.Dir(t)
	cfg, err := config.Load(append([]string{"DATA_DIR=" + dir, "BASE_URL=https://shop.test", "SITE_PUBLIC=true"}, ownSecrets...), nil)
	if err != nil {
		t.Fatal(err)
	}
	if err := createShop(t.Context(), cfg); err != nil {
		t.Fatal(err)
	}
	s, err := openShop(t.Context(), cfg, slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	defer s.db.Close()
	s.program = &program{environ: []string{"VERSAND_DEU=1/2"}}
	if s.examiner.Alarming() {
		t.Error("an alarm before any examination")
	}
	first := s.examiner.Examine(t.Context())
	if !s.examiner.Alarming() || len(first.Services) == 0 {
		t.Errorf("no alarm for a public shop without anything: %+v", first)
	}
	if again := s.examiner.Examine(t.Context()); !again.Examined.Equal(first.Examined) {
		t.Error("examined twice within a moment")
	}
	if _, err := s.copies.Make(t.Context()); err != nil {
		t.Fatal(err)
	}
	for _, f := range s.examined().Examine(t.Context(), doctor.Checks()) {
		if read := f.Check == "unversehrt" || f.Check == "bestellungen"; read && !strings.Contains(f.Text, "gesichert wurde") {
			t.Errorf("what was just copied is read once more: %+v", f)
		}
	}
	todo := s.condition(t.Context()).Todo
	if len(todo) < 2 || todo[0].Remedy == "" || todo[len(todo)-1].Text == todo[0].Text {
		t.Errorf("the report says %+v", todo)
	}
}

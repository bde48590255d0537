package main

import (
	"cmp"
	"context"
	"io/fs"
	"path/filepath"
	"slices"
	"time"

	"kontor/internal/backup"
	"kontor/internal/database"
	"kontor/internal/doctor"
	"kontor/internal/shop/message"
	"kontor/internal/shop/report"
)

// report returns the operator's daily report; nil: it is off.
func (s *service) report() *report.Service {
	at, ever := s.cfg.ReportTime()
	if !ever {
		return nil
	}
	return report.New(report.Options{
		Store: s.db, Outbox: s.outbox, At: at, Condition: s.condition, Now: time.Now, Log: s.log,
	})
}

// condition returns how the shop stands apart from its orders.
func (s *service) condition(ctx context.Context) report.Condition {
	return report.Condition{Todo: s.todo(ctx), Copies: s.reportCopies(), Disks: s.disks(), Version: readBuild().version}
}

// counted are the checks whose findings the report has in figures.
var counted = []string{"mails", "rueckstand"}

// todo returns what an examination finds wrong with the shop, worst first.
func (s *service) todo(ctx context.Context) (todo []message.ReportTodo) {
	findings := s.examiner.Examine(ctx).Findings
	for _, level := range []doctor.Level{doctor.Failure, doctor.Warning} {
		for _, f := range findings {
			if f.Level == string(level) && !slices.Contains(counted, f.Check) {
				todo = append(todo, message.ReportTodo{Text: f.Text, Remedy: f.Remedy})
			}
		}
	}
	return todo
}

// reportCopies returns how the copies stand; nil: the shop makes none.
func (s *service) reportCopies() *report.Copies {
	if s.copies.Every == 0 {
		return nil
	}
	state, err := backup.ReadState(s.copies.Dir)
	if err != nil {
		return &report.Copies{Failure: err.Error()}
	}
	copies := new(report.Copies)
	if c := state.Copy; c != nil {
		copies.Newest = &report.Copy{At: c.At, Bytes: c.Size, Orders: c.Orders}
	}
	if state.Failure != nil {
		copies.Failure = state.Failure.Text
	}
	if run := state.Command; run != nil {
		copies.Command = cmp.Or(run.Text, "gelungen")
	}
	return copies
}

// disks returns the disks on which the shop's data lie, as far as they can be read.
func (s *service) disks() (all []report.Disk) {
	dir, err := filepath.Abs(s.cfg.DataDir)
	if err != nil {
		return nil
	}
	if free, _, err := database.Room(dir); err == nil {
		all = append(all, report.Disk{Dir: dir, Free: int64(free), Used: used(dir)})
	}
	return all
}

// used returns the size of the files in a directory, in bytes.
func used(dir string) (bytes int64) {
	filepath.WalkDir(dir, func(_ string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return nil // what cannot be read is not counted
		}
		if info, err := entry.Info(); err == nil {
			bytes += info.Size()
		}
		return nil
	})
	return bytes
}

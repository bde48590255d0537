package main

import (
	"cmp"
	"context"
	"fmt"
	"io/fs"
	"path/filepath"
	"slices"
	"time"

	"kontor/internal/backup"
	"kontor/internal/database"
	"kontor/internal/doctor"
	"kontor/internal/shop/message"
	"kontor/internal/shop/report"
	"kontor/internal/web/office"
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
	examined := s.examiner.Examine(ctx)
	c := report.Condition{Todo: todo(examined.Findings), Copies: s.reportCopies(), Disks: s.disks(), Version: readBuild().version}
	if head := examined.Audit; head.Nr > 0 {
		c.Audit = fmt.Sprintf("Nr. %d, %.8s", head.Nr, head.Hash)
	}
	return c
}

// counted are the checks whose findings the report has in figures.
var counted = []string{"mails", "rueckstand"}

// todo returns what an examination finds wrong with the shop, worst first.
func todo(findings []office.Finding) (todo []message.ReportTodo) {
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

// disks returns the disks on which the shop's data and its copies lie, as far as they
// can be read. One that has both is named once.
func (s *service) disks() (all []report.Disk) {
	dirs := []string{s.cfg.DataDir}
	if !backup.SameDevice(s.cfg.DataDir, s.copies.Dir) {
		dirs = append(dirs, s.copies.Dir)
	}
	for _, dir := range dirs {
		dir, err := filepath.Abs(dir)
		if err != nil {
			continue
		}
		if free, _, err := database.Room(dir); err == nil {
			all = append(all, report.Disk{Dir: dir, Free: int64(free), Used: used(dir)})
		}
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

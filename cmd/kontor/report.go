package main

import (
	"context"
	"io/fs"
	"path/filepath"
	"time"

	"kontor/internal/database"
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
func (s *service) condition(context.Context) report.Condition {
	return report.Condition{Disks: s.disks(), Version: readBuild().version}
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

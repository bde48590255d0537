package main

import (
	"context"
	"sync"
	"sync/atomic"
	"time"

	"kontor/internal/backup"
	"kontor/internal/doctor"
	"kontor/internal/rescue"
	"kontor/internal/web/office"
)

const (
	// freshFor is how long an examination counts as the present condition: reading all
	// orders costs something.
	freshFor = 10 * time.Second
	// firstExamination is how long after its start the shop examines itself, which it
	// then does at every interval.
	firstExamination    = time.Minute
	examinationInterval = time.Hour
)

// examiner examines the running shop, for the administration.
type examiner struct {
	service  *service
	alarming atomic.Bool

	mu   sync.Mutex // held while examining
	last office.Condition
}

// Alarming reports whether the latest examination found a failure.
func (c *examiner) Alarming() bool { return c.alarming.Load() }

// Examine returns what an examination finds; what one found a few seconds ago is
// returned as it is.
func (c *examiner) Examine(ctx context.Context) office.Condition {
	c.mu.Lock()
	defer c.mu.Unlock()
	if time.Since(c.last.Examined) < freshFor {
		return c.last
	}
	// Others get the same result, so the one who asked first cannot end it.
	findings := c.service.examined().Examine(context.WithoutCancel(ctx), doctor.Checks())
	c.alarming.Store(doctor.Worst(findings) == doctor.Failure)
	c.last = office.Condition{Examined: time.Now()}
	for _, f := range findings {
		c.last.Findings = append(c.last.Findings, office.Finding{Check: f.Check, Level: string(f.Level), Text: f.Text, Remedy: f.Remedy})
	}
	for _, s := range doctor.Services(c.service.cfg) {
		c.last.Services = append(c.last.Services, office.Service(s))
	}
	c.last.Copy = c.service.newestCopy()
	if head, err := c.service.db.AuditHead(ctx); err == nil { // a finding says why not
		c.last.Audit = head
	}
	return c.last
}

// newestCopy returns the newest copy of the shop; nil: there is none.
func (s *service) newestCopy() *office.Copy {
	state, err := backup.ReadState(s.copies.Dir)
	if err != nil || state.Copy == nil {
		return nil
	}
	c := state.Copy
	return &office.Copy{At: c.At, Path: c.Path, Bytes: c.Size, Orders: c.Orders, Verified: c.Verified, Encrypted: c.Encrypted}
}

// run examines the shop now and then until the context ends, so that the administration
// shows failures on each of its pages.
func (c *examiner) run(ctx context.Context) {
	wait := firstExamination
	for {
		select {
		case <-time.After(wait):
		case <-ctx.Done():
			return
		}
		rescue.Run(c.service.log, "examination", func() { c.Examine(ctx) })
		wait = examinationInterval
	}
}

package database

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"log/slog"
	"sync/atomic"
	"time"
)

// How often the database is checked: rarely while it is there, since every failed
// transaction requests a check at once, and often while it is away.
const (
	checkWhenUp   = 5 * time.Second
	checkWhenDown = 500 * time.Millisecond
	checkTimeout  = 2 * time.Second
)

// health knows whether the database accepts writes, so that requests need not wait to
// find out. It checks on a connection of its own: if all others hang in long
// transactions, the database is not away.
type health struct {
	up      atomic.Bool
	doubted atomic.Bool   // a COMMIT was not answered, and none has been since
	asked   chan struct{} // somebody saw a failure
	stopped chan struct{}
	cancel  context.CancelFunc
	probe   *sql.DB
	connect time.Duration               // what connecting may take if all hosts but the last are silent
	passes  func(error) bool            // whether waiting may help
	migrate func(context.Context) error // until it has succeeded once
	log     *slog.Logger
}

func watch(probe *sql.DB, hosts []string, passes func(error) bool, migrate func(context.Context) error, log *slog.Logger) *health {
	if log == nil {
		log = slog.New(slog.DiscardHandler)
	}
	return &health{probe: probe, connect: time.Duration(len(hosts)) * connectTimeout, passes: passes, migrate: migrate, log: log,
		asked: make(chan struct{}, 1), stopped: make(chan struct{}), cancel: func() {}}
}

// firstCheck tries to migrate, and starts checking. It fails only for a reason that
// waiting does not fix, such as a newer schema.
func (h *health) firstCheck(ctx context.Context) error {
	running, cancel := context.WithCancel(context.Background())
	err := h.check(ctx)
	if err != nil && !h.passes(err) {
		cancel()
		close(h.stopped)
		return err
	}
	if err != nil {
		h.log.Error("database is away", slog.Any("error", err))
	}
	h.cancel = cancel
	go h.run(running)
	return nil
}

func (h *health) run(ctx context.Context) {
	defer close(h.stopped)
	refused := false // and logged
	for {
		wait := checkWhenUp
		if !h.up.Load() {
			wait = checkWhenDown
		}
		select {
		case <-ctx.Done():
			return
		case <-time.After(wait):
		case <-h.asked:
		}
		before := h.up.Load()
		err := h.check(ctx)
		if err != nil && h.migrate != nil && !h.passes(err) && !before && ctx.Err() == nil && !refused {
			refused = true
			h.log.Error("database refused", slog.Any("error", err))
		}
		switch {
		case err == nil && !before:
			h.log.Info("database is there")
		case err != nil && before && ctx.Err() == nil:
			h.log.Error("database is away", slog.Any("error", err))
		}
	}
}

// adminShutdown is the SQLSTATE with which a server ends a connection, its own or all.
const adminShutdown = "57P01"

// check checks once, and migrates if that has not been done.
func (h *health) check(ctx context.Context) error {
	err := h.query(ctx)
	if stateOf(err) == adminShutdown {
		err = h.query(ctx) // on another connection: this one may have been the only one to end
	}
	if err == nil && h.migrate != nil {
		if err = h.migrate(ctx); err == nil {
			h.migrate = nil
		}
	}
	h.up.Store(err == nil)
	return err
}

// query queries the database. Finding the one host of several that answers may take
// longer than the query itself; but if it takes that long, the database counts as away
// until it is done.
func (h *health) query(ctx context.Context) error {
	slow := time.AfterFunc(checkTimeout, func() { h.up.Store(false) })
	defer slow.Stop()
	connecting, cancel := context.WithTimeout(ctx, checkTimeout+h.connect)
	defer cancel()
	conn, err := h.probe.Conn(connecting)
	if err != nil {
		return fmt.Errorf("store: connect to check the database: %w", err)
	}
	defer conn.Close()
	asking, cancel := context.WithTimeout(ctx, checkTimeout)
	defer cancel()
	if err := takesWrites(asking, conn); err != nil || !h.doubted.Load() {
		return err
	}
	if err := carriesOut(asking, conn); err != nil {
		return err
	}
	h.doubted.Store(false)
	return nil
}

// report requests a check after an error that may mean that the database is away.
func (h *health) report(err error) {
	doubt := errors.Is(err, ErrInDoubt)
	if doubt {
		h.doubted.Store(true)
	}
	if err == nil || !doubt && !away(err) {
		return
	}
	select {
	case h.asked <- struct{}{}:
	default: // already requested
	}
}

func (h *health) stop() {
	h.up.Store(false)
	h.cancel()
	<-h.stopped
}

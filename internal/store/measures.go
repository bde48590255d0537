package store

import (
	"context"
	"database/sql"
	"errors"
	"time"

	"kontor/internal/database"
	"kontor/internal/shop"
	"kontor/internal/shop/payment"
	"kontor/internal/shop/report"
	"kontor/internal/store/gates"
)

const (
	lastOrderQuery  = `SELECT created_at FROM orders ORDER BY id DESC LIMIT 1`
	oldestMailQuery = `SELECT created_at FROM mails WHERE zustand = 'offen' AND zustand <> 'gesendet' ORDER BY id LIMIT 1`
	underwayQuery   = `SELECT status, count(*) FROM zahlungsvorgaenge
		WHERE status IN ('neu', 'angelegt', 'einzug_laeuft', 'wartet_auf_zahlung', 'erstattung_noetig', 'erstattung_laeuft', 'klaerung')
		GROUP BY status`
)

// underway are the states that underwayQuery counts.
var underway = []payment.State{
	payment.StateNew, payment.StateCreated, payment.StateCapturing, payment.StatePending,
	payment.StateRefundDue, payment.StateRefunding, payment.StateUnclear,
}

// Measures returns the figures of a moment. It reads a few rows of each table, however
// many there are.
func (db *DB) Measures(ctx context.Context, now time.Time) (m report.Measures, err error) {
	err = db.view(ctx, func(t *tx) error {
		var orderErr, mailErr error
		m.LastOrder, orderErr = t.timeOf(lastOrderQuery)
		m.OldestMail, mailErr = t.timeOf(oldestMailQuery)
		return errors.Join(orderErr, mailErr,
			t.Row(`SELECT coalesce(max(nr), 0) FROM protokoll`, nil, &m.AuditEntries),
			t.Row(`SELECT coalesce(sum(anzahl), 0) FROM mail_counters WHERE zustand = 'offen'`, nil, &m.MailsWaiting),
			t.Row(`SELECT count(*) FROM (`+gates.LivingSessions+`) AS living`, []any{shop.FormatTime(now)}, &m.Sessions),
			t.countUnderway(&m),
		)
	})
	return m, err
}

// timeOf returns the time that a query selects; zero if it selects none.
func (t *tx) timeOf(query string) (at time.Time, err error) {
	var text string
	if err := absent(t.Row(query, nil, &text)); err != nil || text == "" {
		return at, err
	}
	return shop.ParseTime(text)
}

func (t *tx) countUnderway(m *report.Measures) error {
	m.Payments = make(map[string]int64)
	for _, state := range underway {
		m.Payments[string(state)] = 0
	}
	return t.Rows(underwayQuery, nil, func(rows *sql.Rows) error {
		var state string
		var n int64
		err := rows.Scan(&state, &n)
		m.Payments[state] = n
		return err
	})
}

// DatabaseMeasures returns figures about the database as such.
func (db *DB) DatabaseMeasures(ctx context.Context) database.Measures { return db.engine.Measure(ctx) }

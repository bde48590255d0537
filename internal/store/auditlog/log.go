// Package auditlog keeps what operators did, see [audit]. Entries come with the
// transactions of what they are about, see [base.Tx.Record].
package auditlog

import (
	"context"
	"database/sql"
	"errors"
	"strings"
	"time"

	"kontor/internal/database"
	"kontor/internal/shop"
	"kontor/internal/shop/audit"
	"kontor/internal/store/base"
)

// Log is the audit log of operators, with the settings of the last start.
type Log struct {
	engine base.DB[*base.Tx]
}

// New returns the log of a database.
func New(engine *database.DB) *Log {
	return &Log{base.On(engine, func(t *base.Tx) *base.Tx { return t })}
}

const insertEntrySQL = `INSERT INTO protokoll (nr, zeit, wer, sitzung, aktion, gegenstand, von, nach, request_id, hash)
	VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`

// Append stores entries at the end of the log. Those who add some at the same moment wait
// for each other's commit; nobody else does.
func Append(t *base.Tx, entries []audit.Row) error {
	if len(entries) == 0 {
		return nil
	}
	if err := t.Lock("protokoll"); err != nil {
		return err
	}
	head, err := auditHead(t)
	if err != nil {
		return err
	}
	for _, row := range entries {
		row.Nr = head.Nr + 1
		row.Hash = row.Sum(head.Hash)
		head = audit.Head{Nr: row.Nr, Hash: row.Hash}
		if err := t.Later(insertEntrySQL, row.Nr, row.At, row.Who, row.Session, row.Action, row.Subject,
			row.From, row.To, row.Request, row.Hash); err != nil {
			return err
		}
	}
	return nil
}

func auditHead(t *base.Tx) (head audit.Head, err error) {
	err = t.Ask(`SELECT nr, hash FROM protokoll ORDER BY nr DESC LIMIT 1`, nil, func(row database.Scanner) error {
		return row.Scan(&head.Nr, &head.Hash)
	})
	return head, errors.Join(err, t.Send())
}

// Record stores entries about something that changes nothing else in the database, or
// that has changed it already.
func (db *Log) Record(ctx context.Context, entries ...audit.Entry) error {
	return db.engine.Update(func(t *base.Tx) error {
		t.Record(ctx, entries...)
		return nil
	})
}

// AuditHead returns the newest row's number and hash.
func (db *Log) AuditHead(ctx context.Context) (head audit.Head, err error) {
	err = db.engine.Read(ctx, func(t *base.Tx) error {
		head, err = auditHead(t)
		return err
	})
	return head, err
}

const entriesQuery = `SELECT nr, zeit, wer, sitzung, aktion, gegenstand, von, nach, request_id, hash FROM protokoll `

func eachEntry(t *base.Tx, query string, args []any, each func(audit.Row) error) error {
	return t.Rows(entriesQuery+query, args, func(rows *sql.Rows) error {
		var r audit.Row
		if err := rows.Scan(&r.Nr, &r.At, &r.Who, &r.Session, &r.Action, &r.Subject, &r.From, &r.To, &r.Request, &r.Hash); err != nil {
			return err
		}
		return each(r)
	})
}

// EachEntry calls each for the rows of the log from a number on, in their order.
func (db *Log) EachEntry(ctx context.Context, from int64, each func(audit.Row) error) error {
	return db.engine.View(ctx, func(t *base.Tx) error { return eachEntry(t, `WHERE nr >= $1 ORDER BY nr`, []any{from}, each) })
}

// Entries returns one page of the rows that match the filter, newest first.
func (db *Log) Entries(ctx context.Context, f audit.Filter) (page audit.Page, err error) {
	q := base.Conditions{Where: []string{"true"}}
	q.AddIf(f.Action != "", "aktion = $%d", f.Action)
	q.AddIf(f.Subject != "", "gegenstand = $%d", f.Subject)
	q.AddIf(f.Before > 0, "nr < $%d", f.Before)
	query := "WHERE " + strings.Join(q.Where, " AND ") + " ORDER BY nr DESC LIMIT " + q.Param(f.Limit+1)
	err = db.engine.Read(ctx, func(t *base.Tx) error {
		page.Rows = nil
		return eachEntry(t, query, q.Args, func(r audit.Row) error {
			page.Rows = append(page.Rows, r)
			return nil
		})
	})
	if len(page.Rows) > f.Limit {
		page.Rows = page.Rows[:f.Limit]
		page.Next = page.Rows[f.Limit-1].Nr
	}
	return page, err
}

// cutQuery selects the newest row that may be cut off: the one before the first that is
// younger, or than the newest of all.
const cutQuery = `SELECT nr, hash FROM protokoll WHERE nr = -1 + coalesce(
	(SELECT nr FROM protokoll WHERE zeit >= $1 ORDER BY nr LIMIT 1), (SELECT max(nr) FROM protokoll))`

// CutAudit deletes the rows from before a time, except the newest row of all, and leaves
// an entry from which the rest can be verified.
func (db *Log) CutAudit(ctx context.Context, before time.Time) error {
	return db.engine.Update(func(t *base.Tx) error {
		if err := t.Lock("protokoll"); err != nil {
			return err
		}
		var cut audit.Head
		err := t.Row(cutQuery, []any{shop.FormatTime(before)}, &cut.Nr, &cut.Hash)
		if errors.Is(err, sql.ErrNoRows) {
			return nil
		}
		if err != nil {
			return err
		}
		t.Record(ctx, audit.CutEntry(cut))
		return t.Later(`DELETE FROM protokoll WHERE nr <= $1`, cut.Nr)
	})
}

package store

import (
	"context"
	"database/sql"
	"errors"
	"strings"
	"time"

	"kontor/internal/database"
	"kontor/internal/shop"
	"kontor/internal/shop/audit"
)

// record adds entries to the audit log with the transaction, if the context says whose
// changes they are.
func (t *tx) record(ctx context.Context, entries ...audit.Entry) {
	if by, ok := audit.From(ctx); ok {
		t.recordBy(by, entries...)
	}
}

func (t *tx) recordBy(by audit.By, entries ...audit.Entry) {
	for _, e := range entries {
		t.derived.entries = append(t.derived.entries, audit.Row{
			At: shop.FormatTime(by.At), Who: by.Who(), Session: by.Session, Request: by.Request,
			Action: e.Action, Subject: e.Subject, From: e.From, To: e.To,
		})
	}
}

const insertEntrySQL = `INSERT INTO protokoll (nr, zeit, wer, sitzung, aktion, gegenstand, von, nach, request_id, hash)
	VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`

// chain stores entries at the end of the log. Those who add some at the same moment wait
// for each other's commit; nobody else does.
func (t *tx) chain(entries []audit.Row) error {
	if len(entries) == 0 {
		return nil
	}
	if err := t.Lock("protokoll"); err != nil {
		return err
	}
	head, err := t.auditHead()
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

func (t *tx) auditHead() (head audit.Head, err error) {
	err = t.Ask(`SELECT nr, hash FROM protokoll ORDER BY nr DESC LIMIT 1`, nil, func(row database.Scanner) error {
		return row.Scan(&head.Nr, &head.Hash)
	})
	return head, errors.Join(err, t.Send())
}

// Record stores entries about something that changes nothing else in the database, or
// that has changed it already.
func (db *DB) Record(ctx context.Context, entries ...audit.Entry) error {
	return db.update(func(t *tx) error {
		t.record(ctx, entries...)
		return nil
	})
}

// AuditHead returns the newest row's number and hash.
func (db *DB) AuditHead(ctx context.Context) (head audit.Head, err error) {
	err = db.read(ctx, func(t *tx) error {
		head, err = t.auditHead()
		return err
	})
	return head, err
}

const entriesQuery = `SELECT nr, zeit, wer, sitzung, aktion, gegenstand, von, nach, request_id, hash FROM protokoll `

func (t *tx) eachEntry(query string, args []any, each func(audit.Row) error) error {
	return t.Rows(entriesQuery+query, args, func(rows *sql.Rows) error {
		var r audit.Row
		if err := rows.Scan(&r.Nr, &r.At, &r.Who, &r.Session, &r.Action, &r.Subject, &r.From, &r.To, &r.Request, &r.Hash); err != nil {
			return err
		}
		return each(r)
	})
}

// EachEntry calls each for the rows of the log from a number on, in their order.
func (db *DB) EachEntry(ctx context.Context, from int64, each func(audit.Row) error) error {
	return db.view(ctx, func(t *tx) error { return t.eachEntry(`WHERE nr >= $1 ORDER BY nr`, []any{from}, each) })
}

// Entries returns one page of the rows that match the filter, newest first.
func (db *DB) Entries(ctx context.Context, f audit.Filter) (page audit.Page, err error) {
	q := conditions{where: []string{"true"}}
	q.addIf(f.Action != "", "aktion = $%d", f.Action)
	q.addIf(f.Subject != "", "gegenstand = $%d", f.Subject)
	q.addIf(f.Before > 0, "nr < $%d", f.Before)
	query := "WHERE " + strings.Join(q.where, " AND ") + " ORDER BY nr DESC LIMIT " + q.param(f.Limit+1)
	err = db.read(ctx, func(t *tx) error {
		page.Rows = nil
		return t.eachEntry(query, q.args, func(r audit.Row) error {
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
func (db *DB) CutAudit(ctx context.Context, before time.Time) error {
	return db.update(func(t *tx) error {
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
		t.record(ctx, audit.CutEntry(cut))
		return t.Later(`DELETE FROM protokoll WHERE nr <= $1`, cut.Nr)
	})
}

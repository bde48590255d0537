package accounts

import (
	"context"
	"database/sql"
	"errors"
	"strconv"
	"strings"
	"time"

	"kontor/internal/shop"
	"kontor/internal/shop/account"
	"kontor/internal/store/base"
)

// exportAtOnce is how many orders of an export are read together.
const exportAtOnce = 100

// ownersAtOnce bounds how many different statements addParts prepares.
const ownersAtOnce = 50

// ahead is by how much another instance's clock may be ahead of this one's.
const ahead = time.Minute

// NoteDownload records a download of the customer's data, or returns
// account.ErrTooManyDownloads and how long to wait.
func (db *Accounts) NoteDownload(_ context.Context, key account.SessionKey, at time.Time) (wait time.Duration, err error) {
	err = db.engine.Update(func(t *tx) error {
		session, err := SessionIn(t.Tx, key, at)
		if err != nil {
			return err
		}
		customer := session.CustomerID
		if err := t.Lock("customer", strconv.FormatInt(customer, 10)); err != nil {
			return err
		}
		// What was recorded by a clock that ran ahead would count until that time comes
		// again.
		if _, err := t.Exec(`DELETE FROM kunden_abrufe WHERE kunde_id = $1 AND (zeit <= $2 OR zeit > $3)`,
			customer, shop.FormatTime(at.Add(-account.DownloadPeriod)), shop.FormatTime(at.Add(ahead))); err != nil {
			return err
		}
		var count int
		var first string
		if err := t.Row(`SELECT count(*), coalesce(min(zeit), '') FROM kunden_abrufe WHERE kunde_id = $1`,
			[]any{customer}, &count, &first); err != nil {
			return err
		}
		if count < account.MaxDownloads {
			_, err := t.Exec(`INSERT INTO kunden_abrufe (kunde_id, zeit) VALUES ($1, $2)`, customer, shop.FormatTime(at))
			return err
		}
		oldest, err := shop.ParseTime(first)
		if err != nil {
			return err
		}
		wait = oldest.Add(account.DownloadPeriod).Sub(at)
		return account.ErrTooManyDownloads
	})
	return wait, err
}

// ExportCustomer returns everything that is stored about the customer signed in with
// the session, besides the orders, or account.ErrNotSignedIn.
func (db *Accounts) ExportCustomer(ctx context.Context, key account.SessionKey, at time.Time) (data account.CustomerData, err error) {
	err = db.engine.View(ctx, func(t *tx) error {
		session, err := SessionIn(t.Tx, key, at)
		if err != nil {
			return err
		}
		data, err = t.exportCustomer(session.CustomerID)
		return err
	})
	return data, err
}

func (t *tx) exportCustomer(id int64) (data account.CustomerData, err error) {
	accounts, err := t.records(customerExport, []any{id})
	if err != nil {
		return data, err
	}
	if len(accounts) != 1 {
		return data, errors.New("store: a session without a customer")
	}
	data.Account = accounts[0]
	for _, part := range []struct {
		table exportTable
		into  *[]account.Record
	}{
		{identityExport, &data.Identities}, {sessionExport, &data.Sessions},
		{downloadExport, &data.Downloads}, {paymentExport, &data.Payments},
	} {
		if *part.into, err = t.records(part.table, []any{id}); err != nil {
			return data, err
		}
	}
	for i := range data.Sessions {
		if err := addEnd(&data.Sessions[i]); err != nil {
			return data, err
		}
	}
	return data, t.addParts(data.Payments, paymentParts)
}

// addEnd adds when a session ends unless it is used before.
func addEnd(record *account.Record) error {
	began, _ := record.Get("begonnen_at").(string)
	seen, _ := record.Get("gesehen_at").(string)
	var session account.Session
	var err error
	if session.BeganAt, session.SeenAt, err = base.Times(began, seen); err != nil {
		return err
	}
	record.Set("endet_at", shop.FormatTime(session.EndsAt()))
	return nil
}

// ExportOrders returns a part of the orders of the customer signed in with the session,
// oldest first, with ids above after, with everything stored about them; next is 0
// after the last part. Each part checks the session again: once it has ended, nothing
// more is returned.
func (db *Accounts) ExportOrders(ctx context.Context, key account.SessionKey, at time.Time, after int64) (orders []account.Record, next int64, err error) {
	err = db.engine.View(ctx, func(t *tx) error {
		session, err := SessionIn(t.Tx, key, at)
		if err != nil {
			return err
		}
		limited := orderExport
		limited.rest = ` AND id > $2 ORDER BY id LIMIT ` + strconv.Itoa(exportAtOnce)
		if orders, err = t.records(limited, []any{session.CustomerID, after}); err != nil {
			return err
		}
		if next = 0; len(orders) == exportAtOnce {
			next = orders[len(orders)-1].Get("id").(int64)
		}
		return t.addParts(orders, orderParts)
	})
	return orders, next, err
}

// records reads the exported columns of the rows that belong to the owners.
func (t *tx) records(table exportTable, args []any) (records []account.Record, err error) {
	query := `SELECT ` + strings.Join(table.columns, ", ") + ` FROM ` + table.from + ` WHERE ` + table.owner
	if table.rest == "" {
		query += ` IN ` + base.ValueLists(1, len(args)) + ` ORDER BY ` + table.order
	} else {
		query += ` = $1` + table.rest
	}
	err = t.Rows(query, args, func(rows *sql.Rows) error {
		record, err := scanRecord(rows, table)
		records = append(records, record)
		return err
	})
	return records, err
}

func scanRecord(rows *sql.Rows, table exportTable) (account.Record, error) {
	values := make([]any, len(table.columns))
	pointers := make([]any, len(values))
	for i := range values {
		pointers[i] = &values[i]
	}
	if err := rows.Scan(pointers...); err != nil {
		return nil, err
	}
	record := make(account.Record, len(values))
	for i, column := range table.columns {
		_, name, qualified := strings.Cut(column, ".")
		if !qualified {
			name = column
		}
		if convert := table.convert[name]; convert != nil {
			var err error
			if values[i], err = convert(values[i]); err != nil {
				return nil, err
			}
		}
		record[i] = account.Field{Name: name, Value: values[i]}
	}
	return record, nil
}

// addParts adds to each record its rows in other tables.
func (t *tx) addParts(owners []account.Record, parts []exportTable) error {
	for _, part := range parts {
		lists := make(map[int64][]account.Record)
		for first := 0; first < len(owners); first += ownersAtOnce {
			var ids []any
			for _, owner := range owners[first:min(first+ownersAtOnce, len(owners))] {
				ids = append(ids, owner.Get("id"))
			}
			rows, err := t.records(part, ids)
			if err != nil {
				return err
			}
			for _, row := range rows {
				id := row[0].Value.(int64) // the owner comes first
				lists[id] = append(lists[id], row[1:])
			}
		}
		for i := range owners {
			owners[i].Set(part.member, append([]account.Record{}, lists[owners[i].Get("id").(int64)]...))
		}
	}
	return nil
}

package database

import (
	"context"
	"database/sql"
	"fmt"
	"strings"

	"kontor/internal/mark"
)

// shared is what a PostgreSQL database says about the shop in it.
type shared struct {
	identity
	database string  // its object id
	issued   []int64 // the highest id issued in each table
	stored   []int64 // the highest id in each table; those issued are at least as high, even after a crash of the server
}

// identify names the shop if nobody has.
func (s Schema) identify(ctx context.Context, pool *sql.DB) error {
	own, err := readIdentity(ctx, pool)
	if err != nil || own != nil {
		return err
	}
	_, err = pool.ExecContext(ctx, `INSERT INTO betrieb (id, shop_id, lauf, generation, mindest_schema) VALUES (1, $1, '', 1, $2)
		ON CONFLICT (id) DO NOTHING`, randomName(), s.Version)
	return err
}

func (s Schema) shared(ctx context.Context, db rowQuerier) (found shared, err error) {
	found.issued, found.stored = make([]int64, len(s.Tables)), make([]int64, len(s.Tables))
	columns := []string{`(SELECT oid::text FROM pg_database WHERE datname = current_database())`}
	places := []any{&found.database}
	for i, table := range s.Tables {
		columns = append(columns, `(SELECT CASE WHEN is_called THEN last_value ELSE last_value - 1 END FROM `+table+`_id_seq)`,
			`(SELECT coalesce(max(id), 0) FROM `+table+`)`)
		places = append(places, &found.issued[i], &found.stored[i])
	}
	if err := db.QueryRowContext(ctx, `SELECT `+strings.Join(columns, ", ")).Scan(places...); err != nil {
		return found, err
	}
	own, err := readIdentity(ctx, db)
	if err == nil && own != nil {
		found.identity = *own
	}
	return found, err
}

// admit refuses a database that is not the one that the marks were written for.
func (o Options) admit(ctx context.Context, pool *sql.DB) error {
	if err := o.Schema.identify(ctx, pool); err != nil {
		return fmt.Errorf("store: name the shop: %w", err)
	}
	found, err := o.Schema.shared(ctx, pool)
	if err != nil {
		return fmt.Errorf("store: read which shop this is: %w", err)
	}
	for _, m := range marksIn(o.MarkDirs) {
		if err := o.Schema.compare(&found, m); err != nil {
			return err
		}
	}
	return nil
}

func (s Schema) compare(found *shared, m found) error {
	const remedy = "DATABASE_URL prüfen; soll diese von nun an der Shop sein: »kontor restore --here«"
	switch {
	case m.ShopID != found.shop:
		return refuse("diese Datenbank gehört zu einem anderen Shop als %s; %s", m.path, remedy)
	case m.Database != "" && m.Database != found.database:
		return refuse("diese Datenbank wurde neu angelegt, seit %s geschrieben wurde: sie ist eine eingespielte Kopie; %s", m.path, remedy)
	}
	for i, table := range s.Tables {
		if last := m.Sequences[table].Last; last > found.issued[i] {
			return refuse("diese Datenbank ist ein älterer Stand: in der Tabelle %s endet sie bei %d, laut %s war schon %d vergeben; %s",
				table, found.issued[i], m.path, last, remedy)
		}
	}
	return nil
}

// marked returns the mark of a database. It never falls behind an earlier one.
func (s Schema) marked(found *shared, earlier mark.Mark) mark.Mark {
	m := mark.Mark{ShopID: found.shop, Database: found.database, Sequences: make(map[string]mark.Sequence)}
	for i, table := range s.Tables {
		was := earlier.Sequences[table]
		last := max(found.stored[i], was.Last)
		m.Sequences[table] = mark.Sequence{Reserved: max(last+fewest, was.Reserved), Last: last}
	}
	return m
}

// restorePostgres is [RestoreHere] for a database that somebody has restored.
func restorePostgres(ctx context.Context, o Options, after int64) (r Restored, err error) {
	config, err := parseURL(o.URL)
	if err != nil {
		return r, err
	}
	pool := newPool(config)
	defer pool.Close()
	err = takesWrites(ctx, pool)
	if err == nil {
		err = migratePostgres(ctx, pool, o)
	}
	if err == nil {
		err = o.Schema.identify(ctx, pool)
	}
	if err == nil {
		r, err = o.raisePostgres(ctx, pool, after)
	}
	if err != nil {
		return r, startError(config, err)
	}
	return r, nil
}

func (o Options) raisePostgres(ctx context.Context, pool *sql.DB, after int64) (r Restored, err error) {
	found, err := o.Schema.shared(ctx, pool)
	if err != nil {
		return r, err
	}
	dirs := append([]string{o.Dir}, o.MarkDirs...)
	if r.Sequences, err = o.Schema.raised(found.issued, marksIn(dirs), after); err != nil {
		return r, err
	}
	for _, s := range r.Sequences {
		if s.Raised > s.Stored {
			if _, err := pool.ExecContext(ctx, `SELECT setval('`+s.Table+`_id_seq', $1)`, s.Raised); err != nil {
				return r, err
			}
		}
	}
	err = pool.QueryRowContext(ctx, `UPDATE betrieb SET generation = generation + 1 RETURNING generation`).Scan(&r.Generation)
	if err != nil {
		return r, err
	}
	m := mark.Mark{ShopID: found.shop, Database: found.database, Sequences: sequencesOf(r.Sequences)}
	r.Unmarked = writeAll(&m, o.MarkDirs)
	return r, nil
}

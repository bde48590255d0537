package auditlog

import (
	"context"
	"database/sql"
	"maps"
	"slices"

	"kontor/internal/shop/audit"
	"kontor/internal/store/base"
)

// RecordSettings compares the settings of this start with those of the one before, and
// stores them with an entry for each that changed. The first ones leave none.
func (db *Log) RecordSettings(ctx context.Context, all []audit.Set) error {
	return db.engine.Update(func(t *base.Tx) error {
		if err := t.Lock("einstellungen"); err != nil {
			return err
		}
		before, err := settings(t)
		if err != nil {
			return err
		}
		first := len(before) == 0
		for _, s := range all {
			was, known := before[s.Name]
			delete(before, s.Name)
			if known && was == s.Kept() {
				continue
			}
			if err := keepSetting(t, s.Name, s.Kept()); err != nil {
				return err
			}
			if !first && (known || s.Value != "") {
				t.Record(ctx, s.Changed(was))
			}
		}
		for _, gone := range slices.Sorted(maps.Keys(before)) {
			if _, err := t.Exec(`DELETE FROM einstellungen WHERE name = $1`, gone); err != nil {
				return err
			}
		}
		return nil
	})
}

func settings(t *base.Tx) (map[string]string, error) {
	all := make(map[string]string)
	err := t.Rows(`SELECT name, wert FROM einstellungen`, nil, func(rows *sql.Rows) error {
		var name, value string
		err := rows.Scan(&name, &value)
		all[name] = value
		return err
	})
	return all, err
}

func keepSetting(t *base.Tx, name, value string) error {
	_, err := t.Exec(`INSERT INTO einstellungen (name, wert) VALUES ($1, $2)
		ON CONFLICT (name) DO UPDATE SET wert = excluded.wert`, name, value)
	return err
}

package store

import (
	"database/sql"
	"fmt"
	"testing"
)

// beforePictures is the schema in which a product has one picture, beside its row.
const beforePictures = 26

// insertPhotos gives a thousand new products a picture each; some share one.
func insertPhotos(t *testing.T, plain *sql.DB, bytes string) {
	t.Helper()
	const numbers = `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 1000) SELECT `
	mustExec(t, plain, `INSERT INTO products (slug, name_de, name_en, name_fr, name_it, kategorie_slug, preis, grundpreis, grundpreis_einheit,
		aktiv, bestseller_label, bild, bild_quelle, alt_de, alt_it, created_at, updated_at) `+numbers+`'p-' || i, 'x', 'x', 'x', 'x', 'wolle', 5, 0, '',
		1, 0, 'hash' || (i % 900), 'datei' || i, 'Bild ' || i, 'Foto ' || i, '2026-01-01T00:00:00.000Z', '2026-01-01T00:00:00.000Z' FROM n`)
	for _, width := range []string{"480", "1200"} {
		mustExec(t, plain, `INSERT INTO produktbilder (slug, breite, inhalt) `+numbers+`'p-' || i, `+width+`, `+fmt.Sprintf(bytes, width)+` FROM n`)
	}
}

func wantPhotos(t *testing.T, db *DB) {
	t.Helper()
	products, err := db.Products(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	own := 0
	for _, p := range products {
		var i int
		if _, err := fmt.Sscanf(p.Slug, "p-%d", &i); err != nil {
			continue
		}
		hash := fmt.Sprint("hash", i%900)
		if len(p.Pictures) != 1 || p.Pictures[0].Hash != hash || p.Alt()["de"] != fmt.Sprint("Bild ", i) || p.Alt()["it"] != fmt.Sprint("Foto ", i) {
			t.Fatalf("%s has the pictures %+v", p.Slug, p.Pictures)
		}
		own++
		if i%97 != 0 { // the others are counted below
			continue
		}
		for _, width := range []int{480, 1200} {
			content, _, err := db.Photo(t.Context(), p.Slug, hash, width)
			if want := fmt.Sprint(width, "\x00", i%900); string(content) != want || err != nil {
				t.Errorf("%s in %d: %q, %v", p.Slug, width, content, err)
			}
		}
	}
	if own != 1000 {
		t.Errorf("%d products have a picture, want 1000", own)
	}
}

// P29: the migration that lets a product have several pictures is killed, with a thousand
// of them; then it is done, and on SQLite the shop moves to PostgreSQL. No picture is lost
// or stored twice.
func TestP29_PicturesSurviveTheirMigration(t *testing.T) {
	t.Parallel()
	for _, engine := range []struct {
		name, bytes string
		halting
	}{
		{"SQLite", `CAST('%s' || char(0) || (i %% 900) AS BLOB)`, haltingSQLite},
		{"PostgreSQL", `convert_to('%s', 'UTF8') || '\x00'::bytea || convert_to((i %% 900)::text, 'UTF8')`, haltingPostgres(beforeNote)},
	} {
		t.Run(engine.name, func(t *testing.T) {
			t.Parallel()
			o, plain := engine.place(t, beforePictures)
			insertPhotos(t, plain, engine.bytes)
			engine.kill(t, o, plain)
			engine.goOn(t, plain)
			if n := scan[int](t, plain, `SELECT count(*) FROM produktbilder`); n != 2000 {
				t.Errorf("%d files after the kill", n)
			}
			db, err := Open(t.Context(), o)
			if err != nil {
				t.Fatal(err)
			}
			wantPhotos(t, db)
			if n := scan[int](t, plain, `SELECT count(*) FROM bild_inhalte`); n != 1800 {
				t.Errorf("%d files, want 1800", n)
			}
			db.Close()
			if o.Dir == "" {
				return
			}
			url := target(t)
			mustMove(t, o.Dir, url)
			wantPhotos(t, openURL(t, url))
			there, err := sql.Open("pgx", url)
			if err != nil {
				t.Fatal(err)
			}
			defer there.Close()
			if n := scan[int](t, there, `SELECT count(*) FROM bild_inhalte`); n != 1800 {
				t.Errorf("%d files moved, want 1800", n)
			}
		})
	}
}

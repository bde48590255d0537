package store

import (
	"database/sql"
	"reflect"

	"kontor/internal/shop/catalogue"
)

const pictureColumns = `hash, alt_de, alt_en, alt_fr, alt_it`

func scanPicture(scan func(...any) error, more ...any) (p catalogue.Picture, err error) {
	var alt four
	err = scan(append(append(more, &p.Hash), alt.places()...)...)
	p.Alt = alt.some()
	return p, err
}

// pictures returns a product's own pictures in their order.
func (t *tx) pictures(slug string) (pictures []catalogue.Picture, err error) {
	err = t.Rows(`SELECT `+pictureColumns+` FROM produkt_bilder WHERE slug = $1 ORDER BY position`, []any{slug}, func(rows *sql.Rows) error {
		picture, err := scanPicture(rows.Scan)
		pictures = append(pictures, picture)
		return err
	})
	return pictures, err
}

// addPictures sets the own pictures of all products, which are in the order of their slugs.
func (t *tx) addPictures(products []catalogue.Product) error {
	at := make(map[string]int, len(products))
	for i := range products {
		at[products[i].Slug] = i
	}
	return t.Rows(`SELECT slug, `+pictureColumns+` FROM produkt_bilder ORDER BY slug, position`, nil, func(rows *sql.Rows) error {
		var slug string
		picture, err := scanPicture(rows.Scan, &slug)
		p := &products[at[slug]]
		p.Pictures = append(p.Pictures, picture)
		return err
	})
}

// changePictures stores order and descriptions of a product's pictures, if they differ
// from what they were. Where operators have put another one first, none from the folder
// replaces it.
func (t *tx) changePictures(before, after *catalogue.Product) error {
	if reflect.DeepEqual(before.Pictures, after.Pictures) {
		return nil
	}
	if err := t.storePictures(after.Slug, after.Pictures); err != nil {
		return err
	}
	if len(after.Pictures) == 0 || len(before.Pictures) > 0 && before.Pictures[0].Hash == after.Pictures[0].Hash {
		return nil
	}
	_, err := t.Exec(`UPDATE products SET bild_ordner = 0 WHERE slug = $1`, after.Slug)
	return err
}

// storePhoto stores a new picture, and all of the product's in their order.
func (t *tx) storePhoto(slug string, photo catalogue.Photo, pictures []catalogue.Picture) error {
	for width, content := range photo.Sizes {
		_, err := t.Exec(`INSERT INTO bild_inhalte (hash, breite, inhalt) VALUES ($1, $2, $3) ON CONFLICT (hash, breite) DO NOTHING`,
			photo.Hash, width, content)
		if err != nil {
			return err
		}
	}
	return t.storePictures(slug, pictures)
}

// storePictures stores all pictures of a product in their order. Contents that no
// product shows any longer go.
func (t *tx) storePictures(slug string, pictures []catalogue.Picture) error {
	if _, err := t.Exec(`DELETE FROM produkt_bilder WHERE slug = $1`, slug); err != nil {
		return err
	}
	for i, picture := range pictures {
		_, err := t.Exec(`INSERT INTO produkt_bilder (slug, position, `+pictureColumns+`) VALUES ($1, $2, $3, $4, $5, $6, $7)`,
			append([]any{slug, i + 1, picture.Hash}, fourValues(picture.Alt)...)...)
		if err != nil {
			return err
		}
	}
	return t.dropContents()
}

// dropContents removes the pictures that no product shows.
func (t *tx) dropContents() error {
	_, err := t.Exec(`DELETE FROM bild_inhalte WHERE NOT EXISTS (SELECT 1 FROM produkt_bilder b WHERE b.hash = bild_inhalte.hash)`)
	return err
}

package store

import (
	"context"
	"database/sql"
	"errors"
	"time"

	"kontor/internal/shop"
	"kontor/internal/shop/audit"
	"kontor/internal/shop/catalogue"
	"kontor/internal/store/base"
)

// SetPhoto sets the operator's picture of a product, replacing an earlier one. A
// picture from the folder does not replace an uploaded one, and the same file as before
// changes nothing. A demo product becomes the operator's own. Errors: catalogue.ErrProductNotFound.
func (db *DB) SetPhoto(ctx context.Context, slug string, photo catalogue.Photo, at time.Time) (changed catalogue.Product, err error) {
	err = db.update(func(t *tx) error {
		if err := t.raiseCatalogue(); err != nil {
			return err
		}
		wanted, err := t.wantsPhoto(slug, photo.Source, photo.Folder)
		if err == nil && wanted {
			err = t.setPhoto(slug, photo, at)
		}
		if err != nil {
			return err
		}
		to := "gesetzt"
		if !wanted {
			to = "unverändert"
		}
		t.Record(ctx, audit.Entry{Action: audit.Photo, Subject: audit.Subject(audit.KindProduct, slug), To: to})
		changed, err = t.product(slug)
		return err
	})
	return changed, err
}

// WantsPhoto reports whether a file in the operator's folder should become a product's
// picture: not if the picture was once made from it, and not in place of an uploaded
// one. Errors: catalogue.ErrProductNotFound.
func (db *DB) WantsPhoto(ctx context.Context, slug, source string) (wanted bool, err error) {
	err = db.view(ctx, func(t *tx) error {
		wanted, err = t.wantsPhoto(slug, source, true)
		return err
	})
	return wanted, err
}

func (t *tx) wantsPhoto(slug, source string, folder bool) (bool, error) {
	var hash, before string
	var found int
	err := t.Row(`SELECT bild, bild_quelle, bild_ordner FROM products WHERE slug = $1`, []any{slug}, &hash, &before, &found)
	if errors.Is(err, sql.ErrNoRows) {
		return false, catalogue.ErrProductNotFound
	}
	if !folder {
		return hash == "" || before != source, err
	}
	uploaded := hash != "" && found == 0
	return before != source && !uploaded, err
}

func (t *tx) setPhoto(slug string, photo catalogue.Photo, at time.Time) error {
	if err := t.removePhoto(slug); err != nil {
		return err
	}
	for width, content := range photo.Sizes {
		_, err := t.Exec(`INSERT INTO produktbilder (slug, breite, inhalt) VALUES ($1, $2, $3)`, slug, width, content)
		if err != nil {
			return err
		}
	}
	_, err := t.Exec(`UPDATE products SET bild = $1, bild_quelle = $2, bild_ordner = $3, demo = 0, updated_at = $4, version = version + 1
		WHERE slug = $5`, photo.Hash, photo.Source, base.Flag(photo.Folder), shop.FormatTime(at), slug)
	return err
}

func (t *tx) removePhoto(slug string) error {
	_, err := t.Exec(`DELETE FROM produktbilder WHERE slug = $1`, slug)
	return err
}

// RemovePhoto removes a product's own picture and its description. Its file is not
// taken from the folder again. Errors: catalogue.ErrProductNotFound;
// catalogue.ErrPhotoNotFound if it has none.
func (db *DB) RemovePhoto(ctx context.Context, slug string, at time.Time) (changed catalogue.Product, err error) {
	err = db.update(func(t *tx) error {
		if err := t.raiseCatalogue(); err != nil {
			return err
		}
		product, err := t.product(slug)
		switch {
		case err != nil:
			return err
		case product.Photo == "":
			return catalogue.ErrPhotoNotFound
		}
		if err := t.removePhoto(slug); err != nil {
			return err
		}
		_, err = t.Exec(`UPDATE products SET bild = '', alt_de = '', alt_en = '', alt_fr = '', alt_it = '',
				updated_at = $1, version = version + 1 WHERE slug = $2`, shop.FormatTime(at), slug)
		if err != nil {
			return err
		}
		t.Record(ctx, audit.Entry{Action: audit.Photo, Subject: audit.Subject(audit.KindProduct, slug), To: "entfernt"})
		changed, err = t.product(slug)
		return err
	})
	return changed, err
}

// Photo returns a product's own picture in the given width, and its hash. Errors:
// catalogue.ErrPhotoNotFound.
func (db *DB) Photo(ctx context.Context, slug string, width int) (content []byte, hash string, err error) {
	err = db.view(ctx, func(t *tx) error {
		return t.Row(`SELECT b.inhalt, p.bild FROM produktbilder b JOIN products p ON p.slug = b.slug
			WHERE b.slug = $1 AND b.breite = $2`, []any{slug, width}, &content, &hash)
	})
	if errors.Is(err, sql.ErrNoRows) {
		err = catalogue.ErrPhotoNotFound
	}
	return content, hash, err
}

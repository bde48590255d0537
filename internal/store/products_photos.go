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

// SetPhoto sets the first of a product's own pictures, replacing an earlier one. A
// picture from the folder does not replace an uploaded one, and the same picture as before
// changes nothing. A demo product becomes the operator's own. Errors: catalogue.ErrProductNotFound.
func (db *DB) SetPhoto(ctx context.Context, slug string, photo catalogue.Photo, at time.Time) (catalogue.Product, error) {
	return db.takePhoto(ctx, slug, func(t *tx, p *catalogue.Product) (bool, error) {
		wanted := len(p.Pictures) == 0 || p.Pictures[0].Hash != photo.Hash
		if photo.Folder {
			var err error
			if wanted, err = t.wantsPhoto(slug, photo.Source); err != nil {
				return false, err
			}
		}
		if !wanted {
			return false, nil
		}
		first := catalogue.Picture{Hash: photo.Hash, Alt: p.Alt()}
		rest := withoutHash(p.Pictures[min(1, len(p.Pictures)):], photo.Hash)
		if err := t.storePhoto(p.Slug, photo, append([]catalogue.Picture{first}, rest...)); err != nil {
			return false, err
		}
		_, err := t.Exec(`UPDATE products SET bild_quelle = $1, bild_ordner = $2 WHERE slug = $3`, photo.Source, base.Flag(photo.Folder), slug)
		return true, err
	}, at)
}

// AddPhoto adds an own picture after those that a product has; one that is among them is
// not added again. A demo product becomes the operator's own. Errors:
// catalogue.ErrProductNotFound, catalogue.ErrTooManyPictures.
func (db *DB) AddPhoto(ctx context.Context, slug string, photo catalogue.Photo, at time.Time) (catalogue.Product, error) {
	return db.takePhoto(ctx, slug, func(t *tx, p *catalogue.Product) (bool, error) {
		switch {
		case len(withoutHash(p.Pictures, photo.Hash)) < len(p.Pictures):
			return false, nil
		case len(p.Pictures) >= catalogue.MaxPictures:
			return false, catalogue.ErrTooManyPictures
		}
		if err := t.storePhoto(slug, photo, append(p.Pictures, catalogue.Picture{Hash: photo.Hash})); err != nil || len(p.Pictures) > 0 {
			return true, err
		}
		_, err := t.Exec(`UPDATE products SET bild_quelle = $1, bild_ordner = 0 WHERE slug = $2`, photo.Source, slug)
		return true, err
	}, at)
}

// takePhoto gives a product a picture; take reports whether that changed anything.
func (db *DB) takePhoto(ctx context.Context, slug string, take func(*tx, *catalogue.Product) (bool, error), at time.Time) (changed catalogue.Product, err error) {
	err = db.update(func(t *tx) error {
		if err := t.raiseCatalogue(); err != nil {
			return err
		}
		p, err := t.product(slug)
		if err != nil {
			return err
		}
		to := "unverändert"
		taken, err := take(t, &p)
		if err == nil && taken {
			to = "gesetzt"
			_, err = t.Exec(`UPDATE products SET demo = 0, updated_at = $1, version = version + 1 WHERE slug = $2`, shop.FormatTime(at), slug)
		}
		if err != nil {
			return err
		}
		t.Record(ctx, audit.Entry{Action: audit.Photo, Subject: audit.Subject(audit.KindProduct, slug), To: to})
		changed, err = t.product(slug)
		return err
	})
	return changed, err
}

func withoutHash(pictures []catalogue.Picture, hash string) (others []catalogue.Picture) {
	for _, picture := range pictures {
		if picture.Hash != hash {
			others = append(others, picture)
		}
	}
	return others
}

// WantsPhoto reports whether a file in the operator's folder should become a product's
// first picture: not if a picture was once made from it, and not in place of one that the
// operator has put there. Errors: catalogue.ErrProductNotFound.
func (db *DB) WantsPhoto(ctx context.Context, slug, source string) (wanted bool, err error) {
	err = db.view(ctx, func(t *tx) error {
		wanted, err = t.wantsPhoto(slug, source)
		return err
	})
	return wanted, err
}

func (t *tx) wantsPhoto(slug, source string) (bool, error) {
	var before string
	var found, pictures int
	err := t.Row(`SELECT bild_quelle, bild_ordner, (SELECT count(*) FROM produkt_bilder b WHERE b.slug = products.slug)
		FROM products WHERE slug = $1`, []any{slug}, &before, &found, &pictures)
	if errors.Is(err, sql.ErrNoRows) {
		return false, catalogue.ErrProductNotFound
	}
	uploaded := pictures > 0 && found == 0
	return before != source && !uploaded, err
}

// Photo returns the own picture of a product with a hash, in the given width; its first
// one if it has none with that hash any longer. Errors: catalogue.ErrPhotoNotFound.
func (db *DB) Photo(ctx context.Context, slug, hash string, width int) (content []byte, current string, err error) {
	err = db.view(ctx, func(t *tx) error {
		return t.Row(`SELECT i.inhalt, b.hash FROM produkt_bilder b JOIN bild_inhalte i ON i.hash = b.hash
			WHERE b.slug = $1 AND i.breite = $2 AND (b.hash = $3 OR b.position = 1)
			ORDER BY CASE WHEN b.hash = $3 THEN 0 ELSE 1 END LIMIT 1`, []any{slug, width, hash}, &content, &current)
	})
	if errors.Is(err, sql.ErrNoRows) {
		err = catalogue.ErrPhotoNotFound
	}
	return content, current, err
}

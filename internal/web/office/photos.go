package office

import (
	"context"
	"net/http"

	"kontor/internal/picture"
	"kontor/internal/shop/catalogue"
	"kontor/internal/web/door"
	"kontor/internal/web/kit"
)

// uploadPhoto answers POST /api/verwaltung/produkte/:slug/bild: the picture becomes the
// first one in place of that. The body is the camera's file, unchanged.
func (s *Office) uploadPhoto(w http.ResponseWriter, r *http.Request, _ door.Operator) error {
	return s.takePhoto(w, r, http.StatusOK, s.shop.Catalogue.SetPhoto)
}

// addPhoto answers POST /api/verwaltung/produkte/:slug/bilder: the picture follows the
// others.
func (s *Office) addPhoto(w http.ResponseWriter, r *http.Request, _ door.Operator) error {
	return s.takePhoto(w, r, http.StatusCreated, s.shop.Catalogue.AddPhoto)
}

func (s *Office) takePhoto(w http.ResponseWriter, r *http.Request, status int, take func(context.Context, string, catalogue.Photo) (catalogue.Product, error)) error {
	if kit.MediaType(r) != "application/octet-stream" {
		return kit.ErrFileType
	}
	slug := kit.PathText(r, "slug")
	if _, err := demanded(r, slug, s.shop.Catalogue.Product, versionProduct); err != nil {
		return err
	}
	if _, err := s.shop.Catalogue.Product(r.Context(), slug); err != nil {
		return err
	}
	file, err := kit.ReadBody(w, r, picture.MaxFile)
	if err != nil {
		return err
	}
	photo, err := picture.Develop(file)
	if err != nil {
		return err
	}
	product, err := take(r.Context(), slug, photo)
	if err != nil {
		return err
	}
	return s.writeProduct(w, r, status, &product)
}

// changePicture answers PATCH /api/verwaltung/produkte/:slug/bilder/:position: another
// position, other descriptions.
func (s *Office) changePicture(w http.ResponseWriter, r *http.Request, _ door.Operator) error {
	body, err := kit.ReadJSON(w, r)
	if err != nil {
		return err
	}
	return s.changePictures(w, r, func(p *catalogue.Product) error {
		position, err := picturePosition(r)
		if err != nil {
			return err
		}
		own, err := p.Picture(position)
		if err != nil {
			return err
		}
		f := fields{body: body, refusal: catalogue.ErrInvalidProduct}
		to := int64(position)
		f.texts("alt_", &own.Alt)
		f.integer("position", &to)
		if err := f.finish(); err != nil {
			return err
		}
		return p.MovePicture(position, int(to))
	})
}

// removePhoto answers DELETE /api/verwaltung/produkte/:slug/bild.
func (s *Office) removePhoto(w http.ResponseWriter, r *http.Request, _ door.Operator) error {
	return s.changePictures(w, r, func(p *catalogue.Product) error {
		if len(p.Pictures) == 0 {
			return catalogue.ErrPhotoNotFound
		}
		return p.RemovePicture(1)
	})
}

// removePicture answers DELETE /api/verwaltung/produkte/:slug/bilder/:position.
func (s *Office) removePicture(w http.ResponseWriter, r *http.Request, _ door.Operator) error {
	return s.changePictures(w, r, func(p *catalogue.Product) error {
		position, err := picturePosition(r)
		if err != nil {
			return err
		}
		return p.RemovePicture(position)
	})
}

// changePictures changes what pictures a product has, as [Office.changeProduct] changes
// its fields.
func (s *Office) changePictures(w http.ResponseWriter, r *http.Request, apply func(*catalogue.Product) error) error {
	changed, err := change[catalogue.Product]{
		load: s.shop.Catalogue.Product, version: versionProduct, apply: apply, save: s.shop.Catalogue.ChangeProduct,
	}.carryOut(r, kit.PathText(r, "slug"))
	if err != nil {
		return err
	}
	return s.writeProduct(w, r, http.StatusOK, &changed)
}

func picturePosition(r *http.Request) (int, error) {
	position, err := kit.NamedPathID(r, "position", catalogue.ErrPhotoNotFound)
	return int(min(position, catalogue.MaxPictures+1)), err
}

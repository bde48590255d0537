package storetest

import (
	"bytes"
	"errors"

	"kontor/internal/shop/catalogue"
)

var photoScenarios = []scenario{
	{"a picture is read back until another replaces it", photoReplaced},
	{"a picture in the folder never replaces an uploaded one", photoOfFolder},
	{"a picture goes with its product", photoGone},
	{"a product has up to ten pictures in an order", photosInOrder},
	{"products share what pictures contain", photosShared},
	{"a picture that was put first by hand stays there", photoPutFirst},
}

func photo(name string, folder bool) catalogue.Photo {
	return catalogue.Photo{
		Source: "file of " + name, Hash: "hash of " + name, Folder: folder,
		Sizes: map[int][]byte{480: []byte("small\x00\xff" + name), 1200: bytes.Repeat([]byte(name), 50_000)},
	}
}

func (s *suite) setPhoto(slug string, p catalogue.Photo) catalogue.Product {
	s.t.Helper()
	product, err := s.Store.SetPhoto(s.t.Context(), slug, p, noon)
	if err != nil {
		s.t.Fatal(err)
	}
	return product
}

// wantPhoto compares the photo served for a product; nil is none.
func (s *suite) wantPhoto(slug string, want *catalogue.Photo) {
	s.t.Helper()
	for _, width := range []int{480, 1200} {
		content, hash, err := s.Store.Photo(s.t.Context(), slug, "", width)
		switch {
		case want == nil:
			if !errors.Is(err, catalogue.ErrPhotoNotFound) {
				s.t.Errorf("%s in %d: %d bytes, %v", slug, width, len(content), err)
			}
		case err != nil || hash != want.Hash || !bytes.Equal(content, want.Sizes[width]):
			s.t.Errorf("%s in %d: %d bytes, hash %s, %v", slug, width, len(content), hash, err)
		}
	}
}

func photoReplaced(s *suite) {
	s.product("wolle")
	other := s.product("garn")
	s.wantPhoto("wolle", nil)
	for i, p := range []catalogue.Photo{photo("a", false), photo("b", false), photo("b", false), photo("a", true)} {
		product := s.setPhoto("wolle", p)
		shown := []catalogue.Photo{photo("a", false), photo("b", false)}[min(i, 1)]
		if len(product.Pictures) != 1 || product.Pictures[0].Hash != shown.Hash || product.Version != int64(min(i, 1)+2) {
			s.t.Errorf("picture %d: %+v in version %d", i, product.Pictures, product.Version)
		}
		s.wantPhoto("wolle", &shown)
	}
	s.wantPhoto("garn", nil)
	if now := s.mustProduct("garn"); now.Version != other.Version || now.Pictures != nil {
		s.t.Errorf("the other product changed: %+v", now)
	}
	if _, _, err := s.Store.Photo(s.t.Context(), "wolle", photo("b", false).Hash, 481); !errors.Is(err, catalogue.ErrPhotoNotFound) {
		s.t.Errorf("a width that there is not: %v", err)
	}
	if _, err := s.Store.SetPhoto(s.t.Context(), "gibtsnicht", photo("a", false), noon); !errors.Is(err, catalogue.ErrProductNotFound) {
		s.t.Errorf("a product that there is not: %v", err)
	}
}

func photoOfFolder(s *suite) {
	s.product("wolle")
	wants := func(want bool, name string) {
		s.t.Helper()
		got, err := s.Store.WantsPhoto(s.t.Context(), "wolle", photo(name, true).Source)
		if err != nil || got != want {
			s.t.Errorf("wants %s: %v, %v", name, got, err)
		}
	}
	wants(true, "a")
	s.setPhoto("wolle", photo("a", true))
	wants(false, "a")
	wants(true, "b")
	s.setPhoto("wolle", photo("b", true))
	s.arrange("wolle")
	wants(false, "b") // the operator removed it
	s.setPhoto("wolle", photo("b", true))
	s.wantPhoto("wolle", nil)
	uploaded := photo("b", false)
	s.setPhoto("wolle", uploaded)
	s.wantPhoto("wolle", &uploaded)
	wants(false, "c")
	s.setPhoto("wolle", photo("c", true))
	s.wantPhoto("wolle", &uploaded)
	if _, err := s.Store.WantsPhoto(s.t.Context(), "gibtsnicht", "x"); !errors.Is(err, catalogue.ErrProductNotFound) {
		s.t.Errorf("a product that there is not: %v", err)
	}
}

func photoGone(s *suite) {
	s.product("wolle")
	s.setPhoto("wolle", photo("a", false))
	if product := s.arrange("wolle"); product.Pictures != nil {
		s.t.Errorf("after removal: %+v", product)
	}
	s.wantPhoto("wolle", nil)
	s.setPhoto("wolle", photo("a", false))
	if err := s.Store.DeleteProduct(s.t.Context(), "wolle", 0, noon); err != nil {
		s.t.Fatal(err)
	}
	s.wantPhoto("wolle", nil)
	s.product("wolle")
	s.wantPhoto("wolle", nil)
}

package storetest

import (
	"bytes"
	"errors"
	"fmt"
	"slices"

	"kontor/internal/shop"
	"kontor/internal/shop/catalogue"
)

func (s *suite) addPhoto(slug string, p catalogue.Photo) catalogue.Product {
	s.t.Helper()
	product, err := s.Store.AddPhoto(s.t.Context(), slug, p, noon)
	if err != nil {
		s.t.Fatal(err)
	}
	return product
}

// arrange gives a product these of its pictures in this order, and no others.
func (s *suite) arrange(slug string, names ...string) catalogue.Product {
	s.t.Helper()
	product := s.mustProduct(slug)
	var arranged []catalogue.Picture
	for _, name := range names {
		for _, picture := range product.Pictures {
			if picture.Hash == photo(name, false).Hash {
				arranged = append(arranged, picture)
			}
		}
	}
	product.Pictures = arranged
	changed, err := s.Store.ChangeProduct(s.t.Context(), product, noon)
	if err != nil {
		s.t.Fatal(err)
	}
	return changed
}

// wantPictures compares the pictures of a product, alone and in the catalogue.
func (s *suite) wantPictures(slug string, names ...string) {
	s.t.Helper()
	all, err := s.Store.Products(s.t.Context())
	if err != nil {
		s.t.Fatal(err)
	}
	listed := all[slices.IndexFunc(all, func(p catalogue.Product) bool { return p.Slug == slug })]
	for _, p := range []catalogue.Product{s.mustProduct(slug), listed} {
		var got []string
		for _, picture := range p.Pictures {
			got = append(got, picture.Hash)
		}
		var want []string
		for _, name := range names {
			want = append(want, photo(name, false).Hash)
		}
		if !slices.Equal(got, want) {
			s.t.Errorf("%s has the pictures %v, want %v", slug, got, want)
		}
	}
	for _, name := range names {
		want := photo(name, false)
		for _, width := range []int{480, 1200} {
			content, hash, err := s.Store.Photo(s.t.Context(), slug, want.Hash, width)
			if err != nil || hash != want.Hash || !bytes.Equal(content, want.Sizes[width]) {
				s.t.Errorf("%s of %s in %d: %d bytes of %s, %v", name, slug, width, len(content), hash, err)
			}
		}
	}
}

func photosInOrder(s *suite) {
	s.product("wolle")
	s.product("garn")
	names := []string{"a", "b", "c"}
	for _, name := range names {
		s.addPhoto("wolle", photo(name, false))
	}
	s.wantPictures("wolle", "a", "b", "c")
	if again := s.addPhoto("wolle", photo("b", false)); again.Version != 4 {
		s.t.Errorf("the same picture again: version %d", again.Version)
	}
	described := s.mustProduct("wolle")
	described.Pictures[2].Alt = map[shop.Language]string{"de": "Knäuel", "fr": "Pelote"}
	if _, err := s.Store.ChangeProduct(s.t.Context(), described, noon); err != nil {
		s.t.Fatal(err)
	}
	if now := s.arrange("wolle", "c", "a"); now.Alt()["fr"] != "Pelote" || now.Pictures[1].Alt["fr"] != "" {
		s.t.Errorf("descriptions did not follow their pictures: %+v", now.Pictures)
	}
	s.wantPictures("wolle", "c", "a")
	s.wantPictures("garn")
	if _, current, err := s.Store.Photo(s.t.Context(), "wolle", photo("b", false).Hash, 480); current != photo("c", false).Hash || err != nil {
		s.t.Errorf("in place of a picture that is gone: %s, %v", current, err)
	}
	s.setPhoto("wolle", photo("a", false)) // replaces the first by one that was the second
	s.wantPictures("wolle", "a")
	for i := range catalogue.MaxPictures - 1 {
		s.addPhoto("wolle", photo(fmt.Sprint(i), false))
	}
	before := s.mustProduct("wolle")
	if _, err := s.Store.AddPhoto(s.t.Context(), "wolle", photo("eleventh", false), noon); !errors.Is(err, catalogue.ErrTooManyPictures) {
		s.t.Errorf("an eleventh picture: %v", err)
	}
	if now := s.mustProduct("wolle"); now.Version != before.Version || len(now.Pictures) != catalogue.MaxPictures {
		s.t.Errorf("a refused picture changed something: %d pictures", len(now.Pictures))
	}
	if _, err := s.Store.AddPhoto(s.t.Context(), "gibtsnicht", photo("a", false), noon); !errors.Is(err, catalogue.ErrProductNotFound) {
		s.t.Errorf("a product that there is not: %v", err)
	}
}

func photosShared(s *suite) {
	s.product("wolle")
	s.product("garn")
	s.addPhoto("wolle", photo("a", false))
	s.addPhoto("garn", photo("a", false))
	s.arrange("wolle")
	s.wantPictures("wolle")
	s.wantPictures("garn", "a")
	if err := s.Store.DeleteProduct(s.t.Context(), "garn", 0, noon); err != nil {
		s.t.Fatal(err)
	}
	s.addPhoto("wolle", photo("a", false))
	s.wantPictures("wolle", "a")
}

// The folder's picture may be replaced by a newer file, but not what an operator has
// put in its place.
func photoPutFirst(s *suite) {
	s.product("wolle")
	s.setPhoto("wolle", photo("a", true))
	s.addPhoto("wolle", photo("b", false))
	s.setPhoto("wolle", photo("c", true))
	s.wantPictures("wolle", "c", "b")
	s.arrange("wolle", "b", "c")
	s.setPhoto("wolle", photo("d", true))
	s.wantPictures("wolle", "b", "c")
}

package catalogue

import (
	"maps"
	"slices"
	"strings"

	"kontor/internal/shop"
)

// Photo is a photograph for a product, as the shop serves it.
type Photo struct {
	Source string         // SHA-256 of the original file, in hexadecimal
	Hash   string         // of the served files, 16 hexadecimal digits: part of its URL
	Folder bool           // found in the operator's folder, not uploaded
	Sizes  map[int][]byte // JPEG files by their width in pixels
}

// Picture is one of the operator's own pictures of a product.
type Picture struct {
	Hash string                   // of its [Photo]
	Alt  map[shop.Language]string // what it shows; empty: the product's name says it
}

// MaxPictures is how many own pictures a product may have.
const MaxPictures = 10

// Refusals of photographs.
var (
	ErrInvalidPhoto    = &shop.Error{Code: "ungueltiges_bild", Text: "Die Datei ist kein Bild im Format JPEG, PNG oder WebP."}
	ErrPhotoNotFound   = &shop.Error{Code: "bild_nicht_gefunden", Text: "Das Produkt hat kein eigenes Bild."}
	ErrTooManyPictures = &shop.Error{Code: "zu_viele_bilder", Text: "Ein Produkt kann höchstens 10 eigene Bilder haben."}
)

// Alt returns what the first of the own pictures shows; nil if there is none.
func (p *Product) Alt() map[shop.Language]string {
	if len(p.Pictures) == 0 {
		return nil
	}
	return p.Pictures[0].Alt
}

// Picture returns the own picture at a position, counted from 1. Error: [ErrPhotoNotFound].
func (p *Product) Picture(position int) (*Picture, error) {
	if position < 1 || position > len(p.Pictures) {
		return nil, ErrPhotoNotFound.With("An dieser Stelle hat das Produkt kein eigenes Bild.")
	}
	return &p.Pictures[position-1], nil
}

// MovePicture moves an own picture to another position; those in between make room.
// Errors: [ErrPhotoNotFound], [ErrInvalidProduct] if there is no such position.
func (p *Product) MovePicture(from, to int) error {
	picture, err := p.Picture(from)
	if err != nil {
		return err
	}
	if to < 1 || to > len(p.Pictures) {
		return ErrInvalidProduct.With("„position“ muss eine ganze Zahl von 1 bis zur Zahl der Bilder sein.")
	}
	moved := *picture
	p.Pictures = slices.Insert(slices.Delete(p.Pictures, from-1, from), to-1, moved)
	return nil
}

// RemovePicture removes an own picture; those after it move up. Error: [ErrPhotoNotFound].
func (p *Product) RemovePicture(position int) error {
	if _, err := p.Picture(position); err != nil {
		return err
	}
	p.Pictures = slices.Delete(p.Pictures, position-1, position)
	return nil
}

func checkPictures(pictures []Picture) error {
	for _, picture := range pictures {
		for _, language := range shop.Languages {
			if alt := picture.Alt[language]; shop.TooLong(alt) || strings.ContainsFunc(alt, shop.Unprintable) {
				return ErrInvalidProduct.With("Die Bildbeschreibung in der Sprache „" + string(language) + "“ ist zu lang oder hat mehr als eine Zeile.")
			}
		}
	}
	return nil
}

func clonePictures(pictures []Picture) []Picture {
	pictures = slices.Clone(pictures)
	for i := range pictures {
		pictures[i].Alt = maps.Clone(pictures[i].Alt)
	}
	return pictures
}

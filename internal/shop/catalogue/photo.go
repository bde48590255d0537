package catalogue

import "kontor/internal/shop"

// Photo is the operator's own picture of a product, as the shop serves it.
type Photo struct {
	Source string         // SHA-256 of the original file, in hexadecimal
	Hash   string         // of the served files, 16 hexadecimal digits: part of its URL
	Folder bool           // found in the operator's folder, not uploaded
	Sizes  map[int][]byte // JPEG files by their width in pixels
}

// Refusals of photographs.
var (
	ErrInvalidPhoto  = &shop.Error{Code: "ungueltiges_bild", Text: "Die Datei ist kein Bild im Format JPEG, PNG oder WebP."}
	ErrPhotoNotFound = &shop.Error{Code: "bild_nicht_gefunden", Text: "Das Produkt hat kein eigenes Bild."}
)

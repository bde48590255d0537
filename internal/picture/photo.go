package picture

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"image"
	"image/color"
	"image/jpeg"
	_ "image/png" // registers the format
	"sync"

	"golang.org/x/image/draw"
	_ "golang.org/x/image/webp" // registers the format

	"kontor/internal/shop/catalogue"
)

// Limits of a file. Decoding a picture with this many pixels takes 100 MB, a
// progressive JPEG three times that. A deep one, with 16 bits per colour, takes twice
// the memory per pixel, so it may have half as many.
const (
	MaxFile       = 12 << 20 // bytes
	maxPixels     = 25_000_000
	maxDeepPixels = maxPixels / 2
	minSide       = 200 // pixels
	deepText      = "Ein Bild mit 16 Bit je Farbe darf höchstens 12,5 Millionen Pixel haben. Bitte mit 8 Bit je Farbe speichern oder verkleinern."
	sizeText      = "Das Bild muss mindestens 200 Pixel breit und hoch sein und darf höchstens 25 Millionen Pixel haben."
)

// Widths are the widths, in pixels, in which a photograph is stored, smallest first:
// for a list of products, and for a product's own page.
var Widths = []int{480, 1200}

const jpegQuality = 82

// reading limits that memory to one photograph at a time.
var reading sync.Mutex

// Develop makes a square photograph from a file: rotated upright, cropped to its
// middle, and without the metadata that cameras write, such as the location. Error:
// [catalogue.ErrInvalidPhoto] if the file is not such a picture.
func Develop(file []byte) (catalogue.Photo, error) {
	size, _, err := image.DecodeConfig(bytes.NewReader(file))
	switch {
	case err != nil || len(file) > MaxFile:
		return catalogue.Photo{}, catalogue.ErrInvalidPhoto
	case min(size.Width, size.Height) < minSide || size.Width > maxPixels/size.Height:
		return catalogue.Photo{}, catalogue.ErrInvalidPhoto.With(sizeText)
	case deep(size.ColorModel) && size.Width > maxDeepPixels/size.Height:
		return catalogue.Photo{}, catalogue.ErrInvalidPhoto.With(deepText)
	}
	reading.Lock()
	defer reading.Unlock()
	source, _, err := image.Decode(bytes.NewReader(file))
	if err != nil {
		return catalogue.Photo{}, catalogue.ErrInvalidPhoto
	}
	return develop(source, orientation(file), file)
}

// deep reports whether a pixel of a colour model takes eight bytes.
func deep(model color.Model) bool {
	return model == color.RGBA64Model || model == color.NRGBA64Model
}

func develop(source image.Image, turned int, file []byte) (catalogue.Photo, error) {
	photo := catalogue.Photo{Source: Sum(file), Sizes: make(map[int][]byte)}
	digest := sha256.New()
	for _, width := range Widths {
		content, err := encode(upright(square(source, width), turned))
		if err != nil {
			return catalogue.Photo{}, err
		}
		photo.Sizes[width] = content
		digest.Write(content)
	}
	photo.Hash = hex.EncodeToString(digest.Sum(nil)[:8])
	return photo, nil
}

// Sum returns the name of a file by its content, as in [catalogue.Photo.Source].
func Sum(file []byte) string {
	digest := sha256.Sum256(file)
	return hex.EncodeToString(digest[:])
}

func encode(img image.Image) ([]byte, error) {
	var out bytes.Buffer
	if err := jpeg.Encode(&out, img, &jpeg.Options{Quality: jpegQuality}); err != nil {
		return nil, fmt.Errorf("picture: %w", err)
	}
	return out.Bytes(), nil
}

// square returns the middle of a picture on white, at most this wide: small ones are
// not enlarged.
func square(source image.Image, width int) *image.RGBA {
	bounds := source.Bounds()
	side := min(bounds.Dx(), bounds.Dy())
	middle := image.Rect(0, 0, side, side).
		Add(bounds.Min).Add(image.Pt((bounds.Dx()-side)/2, (bounds.Dy()-side)/2))
	width = min(width, side)
	out := image.NewRGBA(image.Rect(0, 0, width, width))
	draw.Draw(out, out.Bounds(), image.NewUniform(color.White), image.Point{}, draw.Src)
	draw.CatmullRom.Scale(out, out.Bounds(), source, middle, draw.Over, nil)
	return out
}

package picture_test

import (
	"bytes"
	"encoding/binary"
	"errors"
	"image"
	"image/color"
	"image/jpeg"
	"image/png"
	"testing"

	"kontor/internal/picture"
	"kontor/internal/shop/catalogue"
)

var (
	red   = color.RGBA{200, 30, 30, 255}
	green = color.RGBA{30, 160, 60, 255}
	blue  = color.RGBA{40, 60, 190, 255}
	black = color.RGBA{20, 20, 20, 255}
)

// quarters is a picture with a colour in each corner: red, green, blue, black, from the
// upper left, row by row.
func quarters(width, height int) *image.RGBA {
	img := image.NewRGBA(image.Rect(0, 0, width, height))
	for y := range height {
		for x := range width {
			img.SetRGBA(x, y, []color.RGBA{red, green, blue, black}[2*y/height*2+2*x/width])
		}
	}
	return img
}

func jpegFile(t *testing.T, img image.Image) []byte {
	t.Helper()
	var file bytes.Buffer
	if err := jpeg.Encode(&file, img, nil); err != nil {
		t.Fatal(err)
	}
	return file.Bytes()
}

// withExif adds an orientation, and a word that must not become public, to a JPEG file.
func withExif(file []byte, order binary.ByteOrder, orientation uint16) []byte {
	mark := "MM"
	if order == binary.LittleEndian {
		mark = "II"
	}
	tiff := []byte(mark)
	for _, value := range []any{
		uint16(42), uint32(8), uint16(2),
		uint16(0x010F), uint16(2), uint32(4), uint32(0), // the camera's manufacturer
		uint16(0x0112), uint16(3), uint32(1), orientation, uint16(0),
		uint32(0),
	} {
		tiff, _ = binary.Append(tiff, order, value)
	}
	segment := append([]byte("Exif\x00\x00"), append(tiff, "Gartenweg 7"...)...)
	head := binary.BigEndian.AppendUint16([]byte{0xFF, 0xD8, 0xFF, 0xE1}, uint16(len(segment)+2))
	return append(append(head, segment...), file[2:]...)
}

func develop(t *testing.T, file []byte) map[int]image.Image {
	t.Helper()
	photo, err := picture.Develop(file)
	if err != nil {
		t.Fatal(err)
	}
	images := make(map[int]image.Image)
	for width, content := range photo.Sizes {
		if bytes.Contains(content, []byte("Exif")) || bytes.Contains(content, []byte("Gartenweg")) {
			t.Error("what the camera wrote is still there")
		}
		if images[width], err = jpeg.Decode(bytes.NewReader(content)); err != nil {
			t.Fatal(err)
		}
	}
	return images
}

// corners names the colours of a picture's corners, row by row.
func corners(img image.Image) (names string) {
	size := img.Bounds().Dx()
	for _, at := range []image.Point{{size / 4, size / 4}, {3 * size / 4, size / 4}, {size / 4, 3 * size / 4}, {3 * size / 4, 3 * size / 4}} {
		r, g, b, _ := img.At(at.X, at.Y).RGBA()
		switch {
		case r > 2*g && r > 2*b:
			names += "r"
		case g > 2*r && g > 2*b:
			names += "g"
		case b > 2*r && b > 2*g:
			names += "b"
		default:
			names += "k"
		}
	}
	return names
}

func TestPhotosStandUpright(t *testing.T) {
	t.Parallel()
	plain := jpegFile(t, quarters(600, 400))
	for held, want := range map[uint16]string{
		1: "rgbk", 2: "grkb", 3: "kbgr", 4: "bkrg", 5: "rbgk", 6: "brkg", 7: "kgbr", 8: "gkrb", 9: "rgbk",
	} {
		for _, order := range []binary.ByteOrder{binary.BigEndian, binary.LittleEndian} {
			for width, img := range develop(t, withExif(plain, order, held)) {
				if size := img.Bounds().Size(); size.X != size.Y || size.X > width {
					t.Errorf("%d: %v for a width of %d", held, size, width)
				}
				if got := corners(img); got != want {
					t.Errorf("held as %d, %v: corners %s, want %s", held, order, got, want)
				}
			}
		}
	}
}

func TestPhotosOfOneFileAreAlike(t *testing.T) {
	t.Parallel()
	file := jpegFile(t, quarters(300, 900))
	once, err := picture.Develop(file)
	if err != nil {
		t.Fatal(err)
	}
	again, err := picture.Develop(file)
	if err != nil || once.Hash != again.Hash || once.Source != picture.Sum(file) || len(once.Hash) != 16 {
		t.Errorf("%s and %s, %v", once.Hash, again.Hash, err)
	}
	other, err := picture.Develop(jpegFile(t, quarters(900, 901)))
	if err != nil || other.Hash == once.Hash {
		t.Errorf("two pictures have the hash %s, %v", other.Hash, err)
	}
}

// Transparent parts become white, like paper.
func TestPhotosHaveAGround(t *testing.T) {
	t.Parallel()
	var file bytes.Buffer
	if err := png.Encode(&file, image.NewNRGBA(image.Rect(0, 0, 300, 300))); err != nil {
		t.Fatal(err)
	}
	for _, img := range develop(t, file.Bytes()) {
		if r, g, b, _ := img.At(9, 9).RGBA(); r>>8 < 250 || g>>8 < 250 || b>>8 < 250 {
			t.Errorf("the ground is %d %d %d", r>>8, g>>8, b>>8)
		}
	}
}

func TestFilesThatAreNoPhotos(t *testing.T) {
	t.Parallel()
	good := jpegFile(t, quarters(400, 400))
	var bomb bytes.Buffer
	if err := png.Encode(&bomb, image.NewPaletted(image.Rect(0, 0, 6000, 6000), color.Palette{color.Black})); err != nil {
		t.Fatal(err)
	}
	for name, file := range map[string][]byte{
		"empty": nil, "text": []byte("hallo"), "svg": []byte(`<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>`),
		"cut off": good[:len(good)/2], "head alone": good[:400], "small": jpegFile(t, quarters(199, 800)),
		"36 million pixels": bomb.Bytes(), "too long": append(bytes.Clone(good), make([]byte, picture.MaxFile)...),
	} {
		if photo, err := picture.Develop(file); !errors.Is(err, catalogue.ErrInvalidPhoto) || len(photo.Sizes) > 0 {
			t.Errorf("%s: %v", name, err)
		}
	}
}

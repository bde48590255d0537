package picture_test

import (
	"bytes"
	"encoding/binary"
	"errors"
	"hash/crc32"
	"image"
	"image/png"
	"testing"

	"kontor/internal/picture"
	"kontor/internal/shop/catalogue"
)

// pngHeader is the beginning of a PNG file, without a pixel. colour is PNG's colour
// type: 2 and 6 are colours without and with transparency, 0 is grey.
func pngHeader(width, height uint32, depth, colour byte) []byte {
	chunk := append([]byte("IHDR"), binary.BigEndian.AppendUint32(binary.BigEndian.AppendUint32(nil, width), height)...)
	chunk = append(chunk, depth, colour, 0, 0, 0)
	file := append([]byte("\x89PNG\r\n\x1a\n"), 0, 0, 0, 13)
	return binary.BigEndian.AppendUint32(append(file, chunk...), crc32.ChecksumIEEE(chunk))
}

// A picture with 16 bits per colour is refused on reading its header if it would take
// more memory than the largest of 8 bits; below that it is decoded.
func TestDeepPicturesTakeNoMoreMemory(t *testing.T) {
	t.Parallel()
	const deep = "Ein Bild mit 16 Bit je Farbe darf höchstens 12,5 Millionen Pixel haben. Bitte mit 8 Bit je Farbe speichern oder verkleinern."
	for _, c := range []struct {
		side          uint32
		depth, colour byte
		refused       bool
	}{
		{5000, 16, 2, true}, {5000, 16, 6, true}, {3536, 16, 6, true},
		{3535, 16, 6, false}, {3535, 16, 2, false}, {5000, 8, 6, false}, {5000, 16, 0, false},
	} {
		_, err := picture.Develop(pngHeader(c.side, c.side, c.depth, c.colour))
		if !errors.Is(err, catalogue.ErrInvalidPhoto) || (err.Error() == deep) != c.refused {
			t.Errorf("%+v: %v", c, err)
		}
	}
	var file bytes.Buffer
	if err := png.Encode(&file, image.NewNRGBA64(image.Rect(0, 0, 300, 200))); err != nil {
		t.Fatal(err)
	}
	if photo, err := picture.Develop(file.Bytes()); err != nil || len(photo.Sizes) != len(picture.Widths) {
		t.Errorf("a small one: %v", err)
	}
}

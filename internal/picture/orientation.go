package picture

import (
	"bytes"
	"encoding/binary"
	"image"
)

// The markers of a JPEG file, and of the metadata that a camera writes into it. Exif
// 2.32, sections 4.5 and 4.6.
const (
	markAPP1 = 0xE1
	markScan = 0xDA

	tagOrientation = 0x0112
	entrySize      = 12
)

// orientation returns how the camera was held, 1 to 8 as in Exif; 1 is upright, the
// default if the file does not say.
func orientation(file []byte) int {
	if !bytes.HasPrefix(file, []byte{0xFF, 0xD8}) {
		return 1
	}
	for rest := file[2:]; len(rest) > 4 && rest[0] == 0xFF && rest[1] != markScan; {
		size := int(binary.BigEndian.Uint16(rest[2:])) + 2
		if size < 4 || size > len(rest) {
			break
		}
		if tiff, ok := bytes.CutPrefix(rest[4:size], []byte("Exif\x00\x00")); ok && rest[1] == markAPP1 {
			return orientationIn(tiff)
		}
		rest = rest[size:]
	}
	return 1
}

// orientationIn reads the first directory of a TIFF structure.
func orientationIn(tiff []byte) int {
	var order binary.ByteOrder = binary.BigEndian
	if bytes.HasPrefix(tiff, []byte("II")) {
		order = binary.LittleEndian
	}
	if len(tiff) < 8 {
		return 1
	}
	at := int64(order.Uint32(tiff[4:]))
	if at+2 > int64(len(tiff)) {
		return 1
	}
	entries := tiff[at+2:]
	for range order.Uint16(tiff[at:]) {
		if len(entries) < entrySize {
			break
		}
		if order.Uint16(entries) == tagOrientation {
			if value := int(order.Uint16(entries[8:])); value >= 1 && value <= 8 {
				return value
			}
			break
		}
		entries = entries[entrySize:]
	}
	return 1
}

// upright rotates a square picture taken in the given orientation.
func upright(img *image.RGBA, turned int) *image.RGBA {
	if turned == 1 {
		return img
	}
	last := img.Bounds().Dx() - 1
	out := image.NewRGBA(img.Bounds())
	for y := range last + 1 {
		for x := range last + 1 {
			fromX, fromY := x, y
			if turned >= 5 { // rows and columns are swapped
				fromX, fromY = y, x
			}
			if turned == 2 || turned == 3 || turned == 7 || turned == 8 {
				fromX = last - fromX
			}
			if turned == 3 || turned == 4 || turned == 6 || turned == 7 {
				fromY = last - fromY
			}
			out.SetRGBA(x, y, img.RGBAAt(fromX, fromY))
		}
	}
	return out
}

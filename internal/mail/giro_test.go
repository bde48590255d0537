package mail_test

import (
	"bytes"
	"image/png"
	"strings"
	"testing"

	"github.com/makiuchi-d/gozxing"
	"github.com/makiuchi-d/gozxing/qrcode"

	"kontor/internal/shop"
	"kontor/internal/shop/message"
)

// scan decodes a QR code as a banking app does.
func scan(t *testing.T, picture []byte) string {
	t.Helper()
	img, err := png.Decode(bytes.NewReader(picture))
	if err != nil {
		t.Fatal(err)
	}
	bitmap, err := gozxing.NewBinaryBitmapFromImage(img)
	if err != nil {
		t.Fatal(err)
	}
	result, err := qrcode.NewQRCodeReader().Decode(bitmap, map[gozxing.DecodeHintType]any{gozxing.DecodeHintType_CHARACTER_SET: "UTF-8"})
	if err != nil {
		t.Fatal(err)
	}
	if level := result.GetResultMetadata()[gozxing.ResultMetadataType_ERROR_CORRECTION_LEVEL]; level != "M" {
		t.Errorf("error correction level %v, want M", level)
	}
	return result.GetText()
}

func TestL16_L17_TheReceiptsCodeCanBeScanned(t *testing.T) {
	t.Parallel()
	for _, language := range shop.Languages {
		content := render(t, newMailer(t, nil), message.KindConfirmation, language, newOrder())
		if len(content.Inline) != 1 || content.Inline[0].Type != "image/png" || !strings.Contains(content.HTML, `src="cid:`+content.Inline[0].CID+`"`) {
			t.Fatalf("%s: no picture, or not in the HTML", language)
		}
		want := payee.GiroText(newOrder().TotalCents(), "BK-2026-0042")
		if got := scan(t, content.Inline[0].Data); got != want {
			t.Errorf("%s: scanned %q, want %q", language, got, want)
		}
	}
}

package mail_test

import (
	"bytes"
	"image/png"
	"strings"
	"testing"

	"github.com/makiuchi-d/gozxing"
	"github.com/makiuchi-d/gozxing/qrcode"

	"kontor"
	"kontor/internal/mail"
)

// H50 d, L16: EPC069-12, version 2.
func TestH50_GiroCode(t *testing.T) {
	t.Parallel()
	noBIC := mail.Bank{Holder: "Wollwerk Süd GmbH", IBAN: "DE02120300000000202051"}
	got := mail.GiroText(noBIC, kontor.CentsOf(12.3), "BK-2026-0042")
	want := "BCD\n002\n1\nSCT\n\nWollwerk Süd GmbH\nDE02120300000000202051\nEUR12.30\n\n\nBK-2026-0042"
	if got != want {
		t.Errorf("the code says\n%q\nwant\n%q", got, want)
	}
	for amount, want := range map[kontor.Cents]string{1: "EUR0.01", 100: "EUR1.00", 1234550: "EUR12345.50", 99999999999: "EUR999999999.99"} {
		if lines := strings.Split(mail.GiroText(bank, amount, "x"), "\n"); len(lines) != 11 || lines[7] != want || lines[4] != bank.BIC {
			t.Errorf("%d cents: %q", amount, lines)
		}
	}
}

func TestH50_GiroCodeLimits(t *testing.T) {
	t.Parallel()
	long := mail.Bank{Holder: strings.Repeat("ü", 70), IBAN: bank.IBAN}
	tooLong := mail.Bank{Holder: strings.Repeat("ü", 71), IBAN: bank.IBAN}
	if mail.GiroText(long, 1, strings.Repeat("ß", 140)) == "" {
		t.Error("70 characters of holder and 140 of reference are too much")
	}
	for name, text := range map[string]string{
		"holder too long":    mail.GiroText(tooLong, 1, "x"),
		"reference too long": mail.GiroText(bank, 1, strings.Repeat("ß", 141)),
		"nothing to pay":     mail.GiroText(bank, 0, "x"),
		"negative":           mail.GiroText(bank, -1, "x"),
		"too much":           mail.GiroText(bank, 100_000_000_000, "x"),
		"no account":         mail.GiroText(mail.Bank{Holder: "X"}, 1, "x"),
		"no holder":          mail.GiroText(mail.Bank{IBAN: bank.IBAN}, 1, "x"),
	} {
		if text != "" {
			t.Errorf("%s: %q", name, text)
		}
	}
}

// scan reads a QR code as a banking app does.
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
	for _, language := range kontor.Languages {
		content := render(t, newMailer(t, nil), kontor.MessageReceipt, language, newOrder())
		if len(content.Inline) != 1 || content.Inline[0].Type != "image/png" || !strings.Contains(content.HTML, `src="cid:`+content.Inline[0].CID+`"`) {
			t.Fatalf("%s: no picture, or not in the HTML", language)
		}
		want := mail.GiroText(bank, newOrder().TotalCents(), "BK-2026-0042")
		if got := scan(t, content.Inline[0].Data); got != want {
			t.Errorf("%s: scanned %q, want %q", language, got, want)
		}
	}
}

func TestGroupedIBAN(t *testing.T) {
	t.Parallel()
	for iban, want := range map[string]string{
		"DE02120300000000202051": "DE02 1203 0000 0000 2020 51",
		"AT611904300234573201":   "AT61 1904 3002 3457 3201", "": "",
	} {
		if got := mail.Grouped(iban); got != want {
			t.Errorf("%q is grouped %q", iban, got)
		}
	}
}

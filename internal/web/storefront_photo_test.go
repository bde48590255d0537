package web_test

import (
	"bytes"
	"image"
	"image/color"
	"image/jpeg"
	"image/png"
	"net/http"
	"strings"
	"testing"

	"kontor/tests/shoptest"
)

const photoPath = "/api/verwaltung/produkte/merinowolle-petrol/bild"

// photoFile is a picture of one colour as a camera makes it.
func photoFile(t *testing.T, shade uint8) string {
	t.Helper()
	img := image.NewGray(image.Rect(0, 0, 640, 480))
	for i := range img.Pix {
		img.Pix[i] = shade
	}
	var file bytes.Buffer
	if err := png.Encode(&file, img); err != nil {
		t.Fatal(err)
	}
	return file.String()
}

func shownPhoto(t *testing.T, answer shoptest.Answer) string {
	t.Helper()
	address, _ := answer.Want(http.StatusOK).JSON()["produkt"].(map[string]any)["bild"].(string)
	return address
}

// The operator's own picture stands wherever the product does, under an address
// of its content, until it is replaced or taken away.
func TestOwnPictures(t *testing.T) {
	t.Parallel()
	shop := storefront(t)
	visitor, operator := shop.Anonymous(), shop.Operator()
	drawn := visitor.Get("/").Want(http.StatusOK).Text()
	first := shownPhoto(t, operator.Post(photoPath, photoFile(t, 60), fileType))
	second := shownPhoto(t, operator.Post(photoPath, photoFile(t, 200), fileType))
	if first == second || !strings.HasPrefix(second, "/bilder/produkt/merinowolle-petrol/") {
		t.Fatalf("addresses %s and %s", first, second)
	}
	const alt = `Drei Knäuel "Petrol" <img src=x onerror=alert(1)>`
	operator.Patch("/api/verwaltung/produkte/merinowolle-petrol", shoptest.Body{"alt_fr": alt}).Want(http.StatusOK)

	if page := visitor.Get("/").Text(); !strings.Contains(page, second) || strings.Contains(page, first) ||
		strings.Count(page, "/bilder/") != strings.Count(drawn, "/bilder/") {
		t.Error("the catalogue does not show the new picture alone")
	}
	large := strings.Replace(second, "-480.jpg", "-1200.jpg", 1)
	for path, want := range map[string]string{
		"/produkt/merinowolle-petrol":    `alt="Merinowolle Petrol`,
		"/fr/produkt/merinowolle-petrol": `alt="Drei Knäuel &#34;Petrol&#34; &lt;img src=x onerror=alert(1)&gt;"`,
	} {
		if page := visitor.Get(path).Want(http.StatusOK).Text(); !strings.Contains(page, want) || !strings.Contains(page, large) {
			t.Errorf("%s lacks %s or %s", path, want, large)
		}
	}
	priced := visitor.Post("/api/warenkorb", shoptest.Body{"land": "de", "artikel": []any{shoptest.Body{"slug": "merinowolle-petrol", "menge": 1}}})
	if !strings.Contains(priced.Want(http.StatusOK).Text(), second) {
		t.Error("the basket shows another picture")
	}
	for path, forEver := range map[string]bool{first: false, second: true, large: true} {
		answer := visitor.Get(path).Want(http.StatusOK)
		img, err := jpeg.Decode(strings.NewReader(answer.Text()))
		if err != nil {
			t.Fatal(err)
		}
		if shade := color.GrayModel.Convert(img.At(100, 100)).(color.Gray).Y; shade < 190 {
			t.Errorf("%s is of shade %d", path, shade)
		}
		if kept := strings.Contains(answer.Header.Get("Cache-Control"), "immutable"); kept != forEver ||
			answer.Header.Get("Content-Type") != "image/jpeg" || answer.Header.Get("X-Content-Type-Options") != "nosniff" {
			t.Errorf("%s: headers %v", path, answer.Header)
		}
	}

	operator.Delete(photoPath).Want(http.StatusOK)
	visitor.Get(second).Want(http.StatusNotFound)
	if page := visitor.Get("/fr/produkt/merinowolle-petrol").Text(); strings.Contains(page, "Drei") || strings.Contains(page, ".jpg") {
		t.Error("the picture is still there")
	}
	operator.Delete(photoPath).WantError(http.StatusNotFound, "Das Produkt hat kein eigenes Bild.")
}

func TestPicturesThatAreRefused(t *testing.T) {
	t.Parallel()
	shop := storefront(t)
	operator := shop.Operator()
	const kind = "Die Datei ist kein Bild im Format JPEG, PNG oder WebP."
	operator.Post(photoPath, `<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>`, fileType).WantError(http.StatusBadRequest, kind)
	operator.Post(photoPath, photoFile(t, 1)[:200], fileType).WantError(http.StatusBadRequest, kind)
	operator.Post(photoPath, photoFile(t, 1), "Content-Type: image/png").Want(http.StatusUnsupportedMediaType)
	operator.Post(photoPath, strings.Repeat("x", 12<<20+1), fileType).Want(http.StatusRequestEntityTooLarge)
	operator.Post("/api/verwaltung/produkte/gibtsnicht/bild", photoFile(t, 1), fileType).WantError(http.StatusNotFound, "Produkt nicht gefunden.")
	for _, stranger := range []*shoptest.Client{shop.Anonymous(), shop.Visitor()} {
		stranger.Post(photoPath, photoFile(t, 1), fileType).Want(http.StatusUnauthorized)
		stranger.Delete(photoPath).Want(http.StatusUnauthorized)
	}
	for _, path := range []string{"x-480.jpg", "x-481.jpg", "x-480.svg", "-480.jpg", "..%2f480.jpg"} {
		shop.Anonymous().Get("/bilder/produkt/merinowolle-petrol/" + path).Want(http.StatusNotFound)
	}
	if page := shop.Anonymous().Get("/").Text(); strings.Contains(page, ".jpg") {
		t.Error("something was stored")
	}
}

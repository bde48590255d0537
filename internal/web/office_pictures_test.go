package web_test

import (
	"image/color"
	"image/jpeg"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"kontor/tests/shoptest"
)

const picturesPath = "/api/verwaltung/produkte/merinowolle-petrol/bilder"

// shades returns the shades of a product's own pictures in their order, as visitors get them.
func shades(t *testing.T, visitor *shoptest.Client, answer shoptest.Answer) (all []uint8) {
	t.Helper()
	for _, picture := range answer.JSON()["produkt"].(map[string]any)["bilder"].([]any) {
		file := visitor.Get(picture.(map[string]any)["gross"].(string)).Want(http.StatusOK)
		if !strings.Contains(file.Header.Get("Cache-Control"), "immutable") {
			t.Errorf("a picture of the product may not be kept: %v", file.Header)
		}
		img, err := jpeg.Decode(strings.NewReader(file.Text()))
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, (color.GrayModel.Convert(img.At(100, 100)).(color.Gray).Y+5)/10*10)
	}
	return all
}

// Operators add pictures, describe them, put them in order and remove them; the first is
// the one that lists show.
func TestSeveralPictures(t *testing.T) {
	t.Parallel()
	shop := storefront(t)
	visitor, operator := shop.Anonymous(), shop.Operator()
	want := func(answer shoptest.Answer, status int, wanted ...uint8) {
		t.Helper()
		if diff := cmp.Diff(wanted, shades(t, visitor, answer.Want(status))); diff != "" {
			t.Errorf("pictures (-want +got):\n%s", diff)
		}
	}
	want(operator.Post(picturesPath, photoFile(t, 60), fileType), http.StatusCreated, 60)
	want(operator.Post(picturesPath, photoFile(t, 120), fileType), http.StatusCreated, 60, 120)
	want(operator.Post(picturesPath, photoFile(t, 200), fileType), http.StatusCreated, 60, 120, 200)
	want(operator.Post(picturesPath, photoFile(t, 120), fileType), http.StatusCreated, 60, 120, 200)
	operator.Patch(picturesPath+"/3", shoptest.Body{"alt_fr": "Pelote", "alt_de": "Knäuel"}).Want(http.StatusOK)
	moved := operator.Patch(picturesPath+"/3", shoptest.Body{"position": 1})
	want(moved, http.StatusOK, 200, 60, 120)
	first := moved.JSON()["produkt"].(map[string]any)
	if first["alt_fr"] != "Pelote" || first["bild"] != first["bilder"].([]any)[0].(map[string]any)["bild"] {
		t.Errorf("the first picture is %v, %v", first["bild"], first["alt_fr"])
	}
	if page := visitor.Get("/fr/produkt/merinowolle-petrol").Text(); !strings.Contains(page, `alt="Pelote"`) {
		t.Error("the page does not show the picture that was put first")
	}
	operator.Patch(picturesPath+"/1", shoptest.Body{"position": 2, "alt_it": "Gomitolo"}, "If-Match: "+moved.Header.Get("ETag")).Want(http.StatusOK)
	operator.Patch(picturesPath+"/1", shoptest.Body{"position": 2}, "If-Match: "+moved.Header.Get("ETag")).Want(http.StatusPreconditionFailed)
	operator.Delete(picturesPath+"/1", "If-Match: "+moved.Header.Get("ETag")).Want(http.StatusPreconditionFailed)
	operator.Post(picturesPath, photoFile(t, 10), fileType, "If-Match: "+moved.Header.Get("ETag")).Want(http.StatusPreconditionFailed)
	want(operator.Delete(picturesPath+"/1"), http.StatusOK, 200, 120)
	want(operator.Delete(photoPath), http.StatusOK, 120)
	operator.Patch("/api/verwaltung/produkte/merinowolle-petrol", shoptest.Body{"alt_de": "Wolle"}).Want(http.StatusOK)
	if got := operator.Delete(picturesPath + "/1").Want(http.StatusOK).JSON()["produkt"].(map[string]any); got["bild"] != nil || got["alt_de"] != "" {
		t.Errorf("after the last picture: %v, %v", got["bild"], got["alt_de"])
	}
}

func TestPicturesRefuseWhatIsNotThere(t *testing.T) {
	t.Parallel()
	shop := storefront(t)
	operator := shop.Operator()
	const nowhere = "An dieser Stelle hat das Produkt kein eigenes Bild."
	added := operator.Post(picturesPath, photoFile(t, 60), fileType).Want(http.StatusCreated).Header.Get("ETag")
	for _, position := range []string{"2", "0", "x", "99999999999"} {
		operator.Delete(picturesPath + "/" + position).Want(http.StatusNotFound)
		operator.Patch(picturesPath+"/"+position, shoptest.Body{"position": 1}).Want(http.StatusNotFound)
	}
	operator.Delete(picturesPath+"/2").WantError(http.StatusNotFound, nowhere)
	operator.Patch(picturesPath+"/1", shoptest.Body{"position": 2}).WantError(http.StatusBadRequest, "„position“ muss eine ganze Zahl von 1 bis zur Zahl der Bilder sein.")
	operator.Patch(picturesPath+"/1", shoptest.Body{"stelle": 1}).WantError(http.StatusBadRequest, "Unbekanntes Feld „stelle“.")
	operator.Patch(picturesPath+"/1", shoptest.Body{}).WantError(http.StatusBadRequest, "Die Anfrage enthält keine Änderung.")
	operator.Patch(picturesPath+"/1", shoptest.Body{"alt_de": strings.Repeat("x", 501)}).Want(http.StatusBadRequest)
	operator.Post("/api/verwaltung/produkte/gibtsnicht/bilder", photoFile(t, 1), fileType).WantError(http.StatusNotFound, "Produkt nicht gefunden.")
	for _, stranger := range []*shoptest.Client{shop.Anonymous(), shop.Visitor()} {
		stranger.Post(picturesPath, photoFile(t, 1), fileType).Want(http.StatusUnauthorized)
		stranger.Patch(picturesPath+"/1", shoptest.Body{"alt_de": "x"}).Want(http.StatusUnauthorized)
		stranger.Delete(picturesPath + "/1").Want(http.StatusUnauthorized)
	}
	if now := operator.Get("/api/verwaltung/produkte/merinowolle-petrol").Header.Get("ETag"); now != added {
		t.Errorf("something was changed: version %s, then %s", added, now)
	}
}

// What a picture shows is refused while there is none that it could describe: in a
// product of its own, among many, and in a file.
func TestDescribedPicturesMustExist(t *testing.T) {
	t.Parallel()
	shop := storefront(t)
	operator := shop.Operator()
	const refusal = "„alt_…“ beschreibt ein eigenes Bild, und das Produkt hat noch keines: bitte zuerst eines hochladen."
	path := productsPath + "/merinowolle-petrol"
	whole := operator.Get(path).Want(http.StatusOK)
	operator.Patch(path, shoptest.Body{"alt_fr": "Pelote"}).WantError(http.StatusBadRequest, refusal)
	operator.Patch(productsPath, shoptest.Body{"slugs": []any{"merinowolle-petrol"}, "aendern": shoptest.Body{"alt_de": "Knäuel"}}).
		Want(http.StatusBadRequest)
	operator.Post(productsPath, newProduct+`,"slug":"garn-blau","alt_it":"Gomitolo"}`).WantError(http.StatusBadRequest, refusal)
	_, wrong := imported(t, operator.Post(importPath+"?probe=1", "slug;alt_en\nmerinowolle-petrol;Ball\n", fileType))
	if want := []string{"2 alt_en Ball: " + refusal}; !slices.Equal(wrong, want) {
		t.Errorf("the file's mistakes are %q, want %q", wrong, want)
	}
	if now := operator.Get(path).Header.Get("ETag"); now != whole.Header.Get("ETag") {
		t.Errorf("something was changed: version %s, then %s", whole.Header.Get("ETag"), now)
	}
	operator.Patch(path, whole.JSON()["produkt"]).Want(http.StatusOK)

	operator.Post(picturesPath, photoFile(t, 60), fileType).Want(http.StatusCreated)
	operator.Patch(productsPath, shoptest.Body{"slugs": []any{"merinowolle-petrol"}, "aendern": shoptest.Body{"alt_de": "Knäuel"}}).
		Want(http.StatusOK)
	if got := operator.Get(path).JSON()["produkt"].(map[string]any)["alt_de"]; got != "Knäuel" {
		t.Errorf("the picture shows %q", got)
	}
}

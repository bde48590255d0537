package main

import (
	"bytes"
	"image"
	"image/jpeg"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"kontor/internal/config"
	"kontor/tests/scratch"
)

// Pictures in the folder are added to the catalogue once. An unusable one is named in
// the log and keeps nothing else out.
func TestPicturesOfTheFolder(t *testing.T) {
	t.Parallel()
	var file bytes.Buffer
	if err := jpeg.Encode(&file, image.NewGray(image.Rect(0, 0, 300, 200)), nil); err != nil {
		t.Fatal(err)
	}
	dir := scratch.Dir(t)
	for name, content := range map[string]string{
		"merinowolle-petrol.JPG": file.String(), "holzknoepfe-olive.jpg": "kein Bild", "gibtsnicht.jpg": file.String(),
		"liesmich.txt": "Bilder",
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Mkdir(filepath.Join(dir, "leinenstoff-natur.png"), 0o700); err != nil {
		t.Fatal(err)
	}
	var log bytes.Buffer
	s, err := openShop(t.Context(), &config.Config{DataDir: scratch.Dir(t), PhotoDir: dir}, slog.New(slog.NewTextHandler(&log, nil)))
	if err != nil {
		t.Fatal(err)
	}
	defer s.db.Close()
	if _, err := s.fillCatalogue(t.Context()); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"new=1", "new=0"} {
		log.Reset()
		s.takePhotos(t.Context())
		if said := log.String(); !strings.Contains(said, want) || strings.Count(said, "left out") != 3 ||
			!strings.Contains(said, "gibtsnicht.jpg") || !strings.Contains(said, "holzknoepfe-olive.jpg") {
			t.Errorf("want %s in the log:\n%s", want, said)
		}
	}
	products, err := s.catalogue.Products(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range products {
		if (len(p.Pictures) > 0) != (p.Slug == "merinowolle-petrol") {
			t.Errorf("%s has the pictures %v", p.Slug, p.Pictures)
		}
	}
}

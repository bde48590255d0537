package main

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"kontor/internal/picture"
	"kontor/internal/shop/catalogue"
)

// photoEndings are the file name extensions of photographs.
var photoEndings = []string{".jpg", ".jpeg", ".png", ".webp"}

// takePhotos adds the operator's new pictures to the catalogue. An unusable one is
// logged and skipped, so that the shop opens all the same.
func (s *service) takePhotos(ctx context.Context) {
	if s.cfg.PhotoDir == "" {
		return
	}
	files, err := os.ReadDir(s.cfg.PhotoDir)
	if err != nil {
		s.log.Warn("folder of product pictures not read", "error", err)
		return
	}
	taken := 0
	for _, file := range files {
		if ctx.Err() != nil {
			return
		}
		isNew, err := s.takePhoto(ctx, filepath.Join(s.cfg.PhotoDir, file.Name()))
		if err != nil {
			s.log.Warn("product picture left out", "file", file.Name(), "error", err)
		}
		if isNew {
			taken++
		}
	}
	s.log.Info("product pictures taken over", "new", taken)
}

// takePhoto adds one file, named after its product, and reports whether it was new.
func (s *service) takePhoto(ctx context.Context, path string) (bool, error) {
	ending := filepath.Ext(path)
	if !slices.Contains(photoEndings, strings.ToLower(ending)) {
		return false, nil
	}
	info, err := os.Stat(path)
	if err != nil {
		return false, err
	}
	if !info.Mode().IsRegular() || info.Size() > picture.MaxFile {
		return false, catalogue.ErrInvalidPhoto
	}
	file, err := os.ReadFile(path)
	if err != nil {
		return false, err
	}
	slug := strings.TrimSuffix(filepath.Base(path), ending)
	wanted, err := s.catalogue.WantsPhoto(ctx, slug, picture.Sum(file))
	if err != nil || !wanted {
		return false, err
	}
	photo, err := picture.Develop(file)
	if err != nil {
		return false, err
	}
	photo.Folder = true
	_, err = s.catalogue.SetPhoto(ctx, slug, photo)
	return err == nil, err
}

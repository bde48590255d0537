package main

import (
	"archive/tar"
	"compress/gzip"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

// file is a file, or with a mode of [fs.ModeDir] a folder, of an archive, a package or
// an image.
type file struct {
	path string // with slashes, and none in front
	mode fs.FileMode
	uid  int // of owner and group
	data []byte
}

// filesIn returns the files below a folder of the disk, with their paths in it.
func filesIn(dir string) (found []file, err error) {
	folder := os.DirFS(dir)
	err = fs.WalkDir(folder, ".", func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		data, err := fs.ReadFile(folder, path)
		found = append(found, file{path: path, mode: 0o644, data: data})
		return err
	})
	return found, err
}

// below returns the files with a folder in front of their paths.
func below(folder string, files []file) []file {
	moved := slices.Clone(files)
	for i := range moved {
		moved[i].path = folder + "/" + moved[i].path
	}
	return moved
}

// writeTar writes the files as a tar archive in the order of their paths, all with the
// same time.
func writeTar(w io.Writer, files []file, date time.Time) error {
	archive := tar.NewWriter(w)
	sorted := slices.SortedFunc(slices.Values(files), func(a, b file) int { return strings.Compare(a.path, b.path) })
	for _, f := range sorted {
		header := &tar.Header{
			Name: f.path, Mode: int64(f.mode.Perm()), Size: int64(len(f.data)),
			Uid: f.uid, Gid: f.uid, ModTime: date, Typeflag: tar.TypeReg, Format: tar.FormatPAX,
		}
		if f.mode.IsDir() {
			header.Name, header.Typeflag = f.path+"/", tar.TypeDir
		}
		if err := archive.WriteHeader(header); err != nil {
			return err
		}
		if _, err := archive.Write(f.data); err != nil {
			return err
		}
	}
	return archive.Close()
}

// compress writes what a function writes, compressed, with neither name nor time.
func compress(w io.Writer, write func(io.Writer) error) error {
	z, err := gzip.NewWriterLevel(w, gzip.BestCompression)
	if err != nil {
		return err
	}
	if err := write(z); err != nil {
		return err
	}
	return z.Close()
}

// create writes a new file with what a function writes.
func create(path string, write func(io.Writer) error) error {
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		return err
	}
	f, err := os.OpenFile(path, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o644)
	if err != nil {
		return err
	}
	if err := write(f); err != nil {
		f.Close()
		return err
	}
	return f.Close()
}

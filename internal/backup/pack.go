package backup

import (
	"archive/tar"
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"time"

	"filippo.io/age"
	"github.com/klauspost/compress/zstd"
)

// source is a file that goes into a copy.
type source struct {
	name string // within the copy
	path string
}

// describe returns the size and hash of each file.
func describe(files []source) (map[string]Entry, error) {
	all := make(map[string]Entry, len(files))
	for _, f := range files {
		entry, err := hashFile(f.path)
		if err != nil {
			return nil, err
		}
		all[f.name] = entry
	}
	return all, nil
}

func hashFile(path string) (e Entry, err error) {
	file, err := os.Open(path)
	if err != nil {
		return e, err
	}
	defer file.Close()
	h := sha256.New()
	e.Size, err = io.Copy(h, file)
	e.SHA256 = hex.EncodeToString(h.Sum(nil))
	return e, err
}

// pack writes a copy to a new file, and waits until that has reached the disk. It
// returns the file's size and hash, as they were written.
func pack(path string, m Manifest, files []source, to []age.Recipient) (e Entry, err error) {
	file, err := os.OpenFile(path, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o600)
	if err != nil {
		return e, err
	}
	defer func() { err = errors.Join(err, file.Close()) }()
	h := sha256.New()
	if err := packInto(io.MultiWriter(file, h), m, files, to); err != nil {
		return e, err
	}
	if err := file.Sync(); err != nil {
		return e, err
	}
	info, err := file.Stat()
	if err != nil {
		return e, err
	}
	return Entry{Size: info.Size(), SHA256: hex.EncodeToString(h.Sum(nil))}, nil
}

func packInto(w io.Writer, m Manifest, files []source, to []age.Recipient) error {
	var layers []io.Closer // the outermost first
	if len(to) > 0 {
		encrypted, err := age.Encrypt(w, to...)
		if err != nil {
			return err
		}
		w, layers = encrypted, append(layers, encrypted)
	}
	seal := newSealer(w)
	// One thread: the other processors are for the shop.
	compressed, err := zstd.NewWriter(seal, zstd.WithEncoderConcurrency(1))
	if err != nil {
		return err
	}
	archive := tar.NewWriter(compressed)
	layers = append(layers, seal, compressed, archive)
	if err := addAll(archive, m, files); err != nil {
		return errors.Join(err, compressed.Close())
	}
	for i := range layers {
		if err := layers[len(layers)-1-i].Close(); err != nil {
			return err
		}
	}
	return nil
}

func addAll(archive *tar.Writer, m Manifest, files []source) error {
	text, err := json.MarshalIndent(m, "", "  ")
	if err != nil {
		return err
	}
	if err := add(archive, manifestName, m.At, int64(len(text)), bytes.NewReader(text)); err != nil {
		return err
	}
	for _, f := range files {
		if err := addFile(archive, m, f); err != nil {
			return fmt.Errorf("%s: %w", filepath.Base(f.path), err)
		}
	}
	return nil
}

func addFile(archive *tar.Writer, m Manifest, f source) error {
	file, err := os.Open(f.path)
	if err != nil {
		return err
	}
	defer file.Close()
	return add(archive, f.name, m.At, m.Files[f.name].Size, file)
}

// add fails if the content has not as many bytes as it should.
func add(archive *tar.Writer, name string, at time.Time, size int64, content io.Reader) error {
	header := &tar.Header{Typeflag: tar.TypeReg, Name: name, Size: size, Mode: 0o600, ModTime: at}
	if err := archive.WriteHeader(header); err != nil {
		return err
	}
	n, err := io.Copy(archive, content)
	if err == nil && n != size {
		err = io.ErrUnexpectedEOF
	}
	return err
}

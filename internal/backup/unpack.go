package backup

import (
	"archive/tar"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"

	"filippo.io/age"
	"github.com/klauspost/compress/zstd"
)

// Limits of reading a copy, in bytes.
const (
	maxWindow = 64 << 20 // of memory
	maxEnd    = 64 << 10 // after the last file
)

// unpack reads a copy to its end and compares every file with the manifest. begin gets
// the manifest before any of them is read; take returns where to write a file, which is
// closed at its end.
func unpack(from io.Reader, keys []age.Identity, begin func(Manifest) error, take func(name string) (io.WriteCloser, error)) error {
	var err error
	if len(keys) > 0 {
		if from, err = age.Decrypt(from, keys...); err != nil {
			return err
		}
	}
	sealed := newUnsealer(from)
	decoded, err := zstd.NewReader(sealed, zstd.WithDecoderConcurrency(1), zstd.WithDecoderMaxWindow(maxWindow))
	if err != nil {
		return err
	}
	defer decoded.Close()
	archive := tar.NewReader(decoded)
	m, err := readManifest(archive)
	if err != nil {
		return err
	}
	if err := begin(m); err != nil {
		return err
	}
	if err := unpackFiles(archive, m, take); err != nil {
		return err
	}
	return readEnd(decoded)
}

// readEnd reads what follows the files, up to the seal.
func readEnd(decoded io.Reader) error {
	n, err := io.Copy(io.Discard, io.LimitReader(decoded, maxEnd+1))
	if err == nil && n > maxEnd {
		err = errors.New("zu lang")
	}
	return err
}

func readManifest(archive *tar.Reader) (m Manifest, err error) {
	header, err := archive.Next()
	if err != nil {
		return m, err
	}
	if header.Name != manifestName || header.Size > maxManifest {
		return m, errors.New("ohne " + manifestName)
	}
	text, err := io.ReadAll(archive)
	if err != nil {
		return m, err
	}
	return parseManifest(text)
}

// unpackFiles expects each file of the manifest once, and nothing else.
func unpackFiles(archive *tar.Reader, m Manifest, take func(string) (io.WriteCloser, error)) error {
	seen := make(map[string]bool)
	for {
		header, err := archive.Next()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return err
		}
		entry, known := m.Files[header.Name]
		if !known || seen[header.Name] || header.Typeflag != tar.TypeReg || header.Size != entry.Size {
			return fmt.Errorf("unerwarteter Eintrag %q", header.Name)
		}
		seen[header.Name] = true
		if err := unpackFile(archive, header.Name, entry, take); err != nil {
			return fmt.Errorf("%s: %w", header.Name, err)
		}
	}
	if len(seen) != len(m.Files) {
		return errors.New("unvollständig")
	}
	return nil
}

func unpackFile(content io.Reader, name string, want Entry, take func(string) (io.WriteCloser, error)) (err error) {
	target, err := take(name)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, target.Close()) }()
	h := sha256.New()
	if _, err := io.Copy(io.MultiWriter(target, h), content); err != nil {
		return err
	}
	if hex.EncodeToString(h.Sum(nil)) != want.SHA256 {
		return errors.New("die Prüfsumme stimmt nicht")
	}
	return nil
}

package backup_test

import (
	"archive/tar"
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"

	"github.com/klauspost/compress/zstd"

	"kontor/internal/backup"
	"kontor/tests/scratch"
)

const flips = 30

// W3: one flipped bit anywhere in a copy or in the database that was packed into it,
// and it is refused; nothing is left behind. No hash lies beside it: only
// the file itself may have been carried elsewhere.
func TestW3_OneFlippedBitIsRefused(t *testing.T) {
	t.Parallel()
	s := open(t, 3)
	identity, recipient, err := backup.Generate()
	if err != nil {
		t.Fatal(err)
	}
	plain := read(t, mustMake(t, s.keeper()).Path)
	encrypted := read(t, mustMake(t, s.keeper(func(o *backup.Options) { o.Recipients = []string{recipient} })).Path)
	entries := untar(t, plain)
	for name, damaged := range map[string]func() []byte{
		"file":      func() []byte { return flip(plain) },
		"encrypted": func() []byte { return flip(encrypted) },
		"database":  func() []byte { return compress(t, tarOf(t, spoil(entries))) },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			for range flips {
				refused(t, damaged(), identity)
			}
		})
	}
	mustOpen(t, place(t, compress(t, tarOf(t, entries))), "", 3)
}

// refused expects that a copy is not opened, and that nothing is left of it.
func refused(t *testing.T, content []byte, identity string) {
	t.Helper()
	parent := scratch.Dir(t)
	if o, err := backup.Open(t.Context(), place(t, content), identity, parent); err == nil {
		o.Close()
		t.Error("a damaged copy is opened")
	}
	if left := names(t, parent); len(left) != 0 {
		t.Errorf("left behind: %q", left)
	}
}

// entry is a file of an archive.
type entry struct {
	tar.Header
	content []byte
}

// What a hostile archive might try leads nowhere.
func TestHostileCopiesAreRefused(t *testing.T) {
	t.Parallel()
	s := open(t, 1)
	good := untar(t, read(t, mustMake(t, s.keeper()).Path))
	evil := []byte("böse")
	for name, spoiled := range map[string][]entry{
		"out of the folder":       with(good, entry{tar.Header{Name: "../boese", Typeflag: tar.TypeReg}, evil}),
		"an absolute path":        with(good, entry{tar.Header{Name: "/tmp/kontor-boese", Typeflag: tar.TypeReg}, evil}),
		"through the legal texts": with(good, entry{tar.Header{Name: "rechtstexte/../../boese.md", Typeflag: tar.TypeReg}, evil}),
		"a name of Windows":       with(good, entry{tar.Header{Name: `rechtstexte/..\..\boese.md`, Typeflag: tar.TypeReg}, evil}),
		"another file":            with(good, entry{tar.Header{Name: "kontor.marke", Typeflag: tar.TypeReg}, evil}),
		"a link":                  with(good, entry{tar.Header{Name: "rechtstexte/agb.de.md", Typeflag: tar.TypeSymlink, Linkname: "/etc/passwd"}, nil}),
		"the database twice":      append(with(good), good[1]),
		"no database":             good[:1],
		"no manifest":             good[1:],
		"nothing":                 nil,
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			refused(t, compress(t, tarOf(t, spoiled)), "")
		})
	}
	huge := with(good)
	huge[0].content = bytes.Replace(huge[0].content, []byte(`"bytes": `), []byte(`"bytes": 99999999`), 1)
	refused(t, compress(t, tarOf(t, huge)), "")
	refused(t, compress(t, append(tarOf(t, good), make([]byte, 1<<20)...)), "")
	refused(t, []byte("weder das eine noch das andere"), "")
	refused(t, nil, "")
}

// with returns the entries with one more, which the manifest names as it should.
func with(entries []entry, more ...entry) []entry {
	all := append([]entry(nil), entries...)
	for _, e := range more {
		var m map[string]any
		if json.Unmarshal(all[0].content, &m) != nil {
			panic("no manifest")
		}
		sum := sha256.Sum256(e.content)
		m["dateien"].(map[string]any)[e.Name] = map[string]any{"bytes": len(e.content), "sha256": hex.EncodeToString(sum[:])}
		all[0].content, _ = json.Marshal(m) // values from JSON
		all = append(all, e)
	}
	return all
}

func place(t *testing.T, content []byte) string {
	t.Helper()
	path := filepath.Join(scratch.Dir(t), "bastelkontor-20261121T091500Z.tar.zst")
	write(t, path, string(content))
	return path
}

func read(t *testing.T, path string) []byte {
	t.Helper()
	content, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return content
}

// flip returns the content with one other bit.
func flip(content []byte) []byte {
	flipped := bytes.Clone(content)
	flipped[rand.IntN(len(flipped))] ^= 1 << rand.IntN(8)
	return flipped
}

// spoil flips a bit of the database.
func spoil(entries []entry) []entry {
	spoiled := append([]entry(nil), entries...)
	spoiled[1].content = flip(spoiled[1].content)
	return spoiled
}

func untar(t *testing.T, content []byte) (entries []entry) {
	t.Helper()
	decoded, err := zstd.NewReader(bytes.NewReader(content))
	if err != nil {
		t.Fatal(err)
	}
	defer decoded.Close()
	archive := tar.NewReader(decoded)
	for {
		header, err := archive.Next()
		if err == io.EOF {
			return entries
		}
		if err != nil {
			t.Fatal(err)
		}
		read, err := io.ReadAll(archive)
		if err != nil {
			t.Fatal(err)
		}
		entries = append(entries, entry{*header, read})
	}
}

func tarOf(t *testing.T, entries []entry) []byte {
	t.Helper()
	var content bytes.Buffer
	archive := tar.NewWriter(&content)
	for _, e := range entries {
		header := e.Header
		header.Size, header.Mode = int64(len(e.content)), 0o600
		if err := archive.WriteHeader(&header); err != nil {
			t.Fatal(err)
		}
		if _, err := archive.Write(e.content); err != nil {
			t.Fatal(err)
		}
	}
	if err := archive.Close(); err != nil {
		t.Fatal(err)
	}
	return content.Bytes()
}

// compress makes a copy of an archive, with the seal that belongs to it.
func compress(t *testing.T, archive []byte) []byte {
	t.Helper()
	encoder, err := zstd.NewWriter(nil, zstd.WithEncoderLevel(zstd.SpeedFastest))
	if err != nil {
		t.Fatal(err)
	}
	defer encoder.Close()
	content := encoder.EncodeAll(archive, nil)
	sum := sha256.Sum256(content)
	return append(append(content, 0x5C, 0x2A, 0x4D, 0x18, sha256.Size, 0, 0, 0), sum[:]...)
}

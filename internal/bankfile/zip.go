package bankfile

import (
	"archive/zip"
	"bytes"
	"io"
	"strings"

	"kontor/internal/shop/bank"
)

var errZIP = bank.ErrInvalidStatement.With("Die ZIP-Datei ist beschädigt oder enthält keine XML-Kontoauszüge.")

const (
	maxPacked  = 10_000       // files in a ZIP file
	packedMark = "PK\x01\x02" // begins a ZIP file's record of each packed file
)

// readZIP reads the XML files of a ZIP file, in which banks pack the days of a period.
func readZIP(file []byte) ([]bank.Entry, error) {
	if bytes.Count(file, []byte(packedMark)) > maxPacked {
		return nil, errTooLong
	}
	archive, err := zip.NewReader(bytes.NewReader(file), int64(len(file)))
	if err != nil {
		return nil, errZIP
	}
	var entries []bank.Entry
	found, room := false, int64(maxUnzip)
	for _, packed := range archive.File {
		if !strings.HasSuffix(strings.ToLower(packed.Name), ".xml") {
			continue
		}
		more, err := readPacked(packed, &room)
		if err != nil {
			return nil, err
		}
		entries, found = append(entries, more...), true
		if len(entries) > maxEntries {
			return nil, errTooLong
		}
	}
	if !found {
		return nil, errZIP
	}
	return entries, nil
}

// readPacked counts the actual size of a file against the remaining room; the sizes
// that the archive declares are not trusted.
func readPacked(packed *zip.File, room *int64) ([]bank.Entry, error) {
	reader, err := packed.Open()
	if err != nil {
		return nil, errZIP
	}
	defer reader.Close()
	content := &io.LimitedReader{R: reader, N: *room + 1}
	entries, err := readCAMT(content)
	if err == nil {
		if _, err = io.Copy(io.Discard, content); err != nil { // read to the end to verify its checksum
			return nil, errZIP
		}
	}
	if *room = content.N - 1; *room < 0 {
		return nil, errTooLong
	}
	return entries, err
}

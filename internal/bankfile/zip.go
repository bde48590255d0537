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
	packedMark = "PK\x01\x02" // begins what a ZIP file says of each
)

// readZIP reads the XML files of a ZIP file, as banks pack the days of a period.
func readZIP(file []byte) ([]bank.BankEntry, error) {
	if bytes.Count(file, []byte(packedMark)) > maxPacked {
		return nil, errTooLong
	}
	archive, err := zip.NewReader(bytes.NewReader(file), int64(len(file)))
	if err != nil {
		return nil, errZIP
	}
	var entries []bank.BankEntry
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

// readPacked takes what a file really has from the room that is left; it does not
// believe the sizes that the archive names.
func readPacked(packed *zip.File, room *int64) ([]bank.BankEntry, error) {
	reader, err := packed.Open()
	if err != nil {
		return nil, errZIP
	}
	defer reader.Close()
	content := &io.LimitedReader{R: reader, N: *room + 1}
	entries, err := readCAMT(content)
	if err == nil {
		if _, err = io.Copy(io.Discard, content); err != nil { // to its checksum
			return nil, errZIP
		}
	}
	if *room = content.N - 1; *room < 0 {
		return nil, errTooLong
	}
	return entries, err
}

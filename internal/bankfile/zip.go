package bankfile

import (
	"archive/zip"
	"bytes"
	"io"
	"strings"

	"kontor"
)

var errZIP = kontor.ErrInvalidStatement.With("Die ZIP-Datei ist beschädigt oder enthält keine XML-Kontoauszüge.")

// readZIP reads the XML files of a ZIP file, as banks pack the days of a period.
func readZIP(file []byte) ([]kontor.BankEntry, error) {
	archive, err := zip.NewReader(bytes.NewReader(file), int64(len(file)))
	if err != nil {
		return nil, errZIP
	}
	var entries []kontor.BankEntry
	found, room := false, int64(maxUnzip)
	for _, packed := range archive.File {
		if !strings.HasSuffix(strings.ToLower(packed.Name), ".xml") {
			continue
		}
		content, err := unpack(packed, room)
		if err != nil {
			return nil, err
		}
		room -= int64(len(content))
		more, err := readCAMT(content)
		if err != nil {
			return nil, err
		}
		entries, found = append(entries, more...), true
	}
	if !found {
		return nil, errZIP
	}
	return entries, nil
}

// unpack does not believe the sizes that the archive names.
func unpack(packed *zip.File, room int64) ([]byte, error) {
	reader, err := packed.Open()
	if err != nil {
		return nil, errZIP
	}
	defer reader.Close()
	content, err := io.ReadAll(io.LimitReader(reader, room+1))
	switch {
	case err != nil:
		return nil, errZIP
	case int64(len(content)) > room:
		return nil, errTooLong
	}
	return content, nil
}

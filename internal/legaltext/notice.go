package legaltext

import (
	"io/fs"
	"os"
	"path/filepath"

	"kontor/internal/shop"
)

// noticeName is the beginning of the names of files with the notice on the legal
// guarantee.
const noticeName = "gewaehrleistung"

// noticeTypes are the accepted formats of the notice, sharpest first, with their media
// types.
var noticeTypes = []struct{ extension, media string }{
	{".svg", "image/svg+xml; charset=utf-8"}, {".png", "image/png"}, {".webp", "image/webp"}, {".jpg", "image/jpeg"},
}

func noticeFile(language shop.Language, extension string) string {
	return noticeName + "." + string(language) + extension
}

// Notice returns the name of the file with the official notice on the legal guarantee
// in a language, such as gewaehrleistung.de.svg; empty: there is none. Its design is
// prescribed, so only the operator's copy of the official file will do. Law: Regulation
// (EU) 2025/1960. Rules: L8.
func (f Folder) Notice(language shop.Language) string {
	if f == "" {
		return ""
	}
	for _, t := range noticeTypes {
		name := noticeFile(language, t.extension)
		if info, err := os.Stat(filepath.Join(string(f), name)); err == nil && info.Mode().IsRegular() {
			return name
		}
	}
	return ""
}

// ReadNotice returns a file named by [Folder.Notice] and its media type. Errors:
// [fs.ErrNotExist] for every other name; others if the file cannot be read or is larger
// than 4 MiB.
func (f Folder) ReadNotice(name string) (content []byte, media string, err error) {
	for _, language := range shop.Languages {
		for _, t := range noticeTypes {
			if name == noticeFile(language, t.extension) {
				content, err = f.file(name, maxPicture)
				return content, t.media, err
			}
		}
	}
	return nil, "", fs.ErrNotExist
}

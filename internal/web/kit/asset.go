package kit

import (
	"bytes"
	"compress/gzip"
	"net/http"
	"strconv"
	"strings"
	"sync"

	"github.com/klauspost/compress/zstd"
)

// Asset is a file that is the same for everybody, at least until the program ends.
type Asset struct {
	contentType string
	Content     []byte
	codings     map[string]func() []byte // the content in each coding, compressed for its first reader
}

// NewAsset returns a file whose compressed forms are made when somebody first asks.
func NewAsset(contentType string, content []byte) Asset {
	return Asset{contentType, content, map[string]func() []byte{
		"gzip": sync.OnceValue(func() []byte { return compressGzip(content) }),
		"zstd": sync.OnceValue(func() []byte { return compressZstd(content) }),
	}}
}

// prepare sets the headers that describe the content, and returns it in the client's
// preferred coding.
func (a Asset) prepare(w http.ResponseWriter, r *http.Request) []byte {
	header, content := w.Header(), a.Content
	header.Set("Content-Type", a.contentType)
	if coding := a.preferredCoding(r); coding != "" && !ExchangeOf(r).AsItIs {
		header.Set("Content-Encoding", coding)
		content = a.codings[coding]()
	}
	header.Set("Content-Length", strconv.Itoa(len(content)))
	return content
}

// write answers with the file.
func (a Asset) write(w http.ResponseWriter, r *http.Request) error {
	_, err := w.Write(a.prepare(w, r))
	return err
}

func compressGzip(content []byte) []byte {
	var out bytes.Buffer
	w, _ := gzip.NewWriterLevel(&out, gzip.BestCompression) // the level is valid
	_, _ = w.Write(content)                                 // a buffer never fails
	_ = w.Close()
	return out.Bytes()
}

// zstdEncoders are kept while several files are compressed: each takes tens of megabytes.
var zstdEncoders = sync.Pool{New: func() any {
	encoder, err := zstd.NewWriter(nil, zstd.WithEncoderLevel(zstd.SpeedBestCompression), zstd.WithEncoderConcurrency(1))
	if err != nil {
		panic(err) // the options are constant
	}
	return encoder
}}

func compressZstd(content []byte) []byte {
	encoder := zstdEncoders.Get().(*zstd.Encoder)
	defer zstdEncoders.Put(encoder)
	return encoder.EncodeAll(content, nil)
}

// preferredCoding returns the client's preferred coding, the shorter one if it likes
// both equally, and "" if it accepts none of ours.
func (a Asset) preferredCoding(r *http.Request) string {
	offered := strings.Join(r.Header.Values("Accept-Encoding"), ",")
	zstd, gzip := codingQuality(offered, "zstd"), codingQuality(offered, "gzip")
	switch {
	case zstd == 0 && gzip == 0:
		return ""
	case zstd > gzip, zstd == gzip && len(a.codings["zstd"]()) < len(a.codings["gzip"]()):
		return "zstd"
	}
	return "gzip"
}

// codingQuality returns the client's quality value for a coding, 0 if it is not
// accepted.
func codingQuality(offered, coding string) float64 {
	for entry := range strings.SplitSeq(strings.ToLower(offered), ",") {
		name, parameter, weighed := strings.Cut(strings.ReplaceAll(entry, " ", ""), ";")
		if name != coding {
			continue
		}
		quality, err := strconv.ParseFloat(strings.TrimPrefix(parameter, "q="), 64)
		if !weighed || err != nil {
			return 1
		}
		return quality
	}
	return 0
}

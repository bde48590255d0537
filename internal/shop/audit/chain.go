package audit

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"strconv"
	"strings"
)

// Row is a stored entry. Its texts are hashed as they are stored.
type Row struct {
	Nr      int64  `json:"nr"`   // from 1, without gaps
	At      string `json:"zeit"` // UTC, see shop.FormatTime
	Who     string `json:"wer"`
	Session string `json:"sitzung"`
	Action  Action `json:"aktion"`
	Subject string `json:"gegenstand"`
	From    string `json:"von"`
	To      string `json:"nach"`
	Request string `json:"request_id"`
	Hash    string `json:"hash,omitempty"` // [Row.Sum] over the row before
}

// Sum returns what the row's hash must be: SHA-256, in hex, of the previous row's hash (in
// hex; empty for row 1) and the row without its own hash, as JSON in the order of the
// fields, without spaces.
func (r Row) Sum(previous string) string {
	r.Hash = ""
	var text bytes.Buffer
	text.WriteString(previous)
	encoder := json.NewEncoder(&text)
	encoder.SetEscapeHTML(false)
	encoder.Encode(r) // never fails: the row has only texts and a number
	sum := sha256.Sum256(bytes.TrimSuffix(text.Bytes(), []byte("\n")))
	return hex.EncodeToString(sum[:])
}

// Head is the number and hash of the newest row; the zero value: there is none. Kept
// outside the database, it proves that nothing up to it was changed since.
type Head struct {
	Nr   int64  `json:"nr"`
	Hash string `json:"hash"`
}

func (h Head) String() string { return strconv.FormatInt(h.Nr, 10) + " " + h.Hash }

// parseHead parses the result of [Head.String].
func parseHead(text string) (h Head, err error) {
	nr, hash, ok := strings.Cut(text, " ")
	if h.Nr, err = strconv.ParseInt(nr, 10, 64); err != nil || !ok {
		return Head{}, fmt.Errorf("audit: no head: %q", text)
	}
	h.Hash = hash
	return h, nil
}

// CutEntry is the entry that stays in place of the rows up to a head. The chain goes on
// from there.
func CutEntry(upTo Head) Entry { return Entry{Action: Cut, To: upTo.String()} }

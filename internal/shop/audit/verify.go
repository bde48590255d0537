package audit

import (
	"context"
	"errors"
	"fmt"
)

// Break is the first place at which a chain is broken.
type Break struct {
	Nr   int64  // of the row; 0: the chain as a whole
	Text string // German
}

// Error returns the German text.
func (b *Break) Error() string { return b.Text }

// Proof is what a whole chain proves.
type Proof struct {
	Rows int64
	Head Head
	Cut  Head // the newest row that was cut off; zero: the chain is complete
}

// Reader reads the whole log.
type Reader interface {
	// EachEntry calls each for the rows from a number on, in the order of their numbers.
	EachEntry(ctx context.Context, from int64, each func(Row) error) error
}

// Verify checks the whole chain. known is the hash of a row that must be part of it,
// noted outside the database; empty: none. A chain that was cut proves that hash as long
// as its row is the newest of those cut off, or later.
//
// Errors: a [*Break], and those of reading.
func Verify(ctx context.Context, log Reader, known string) (Proof, error) {
	return verify(ctx, log, &verifier{known: known})
}

// VerifySince is [Verify] for the rows from a head on that was noted outside the
// database, and for that row itself. The zero head stands for the whole chain.
func VerifySince(ctx context.Context, log Reader, noted Head) (Proof, error) {
	return verify(ctx, log, &verifier{known: noted.Hash, from: noted.Nr - 1})
}

func verify(ctx context.Context, log Reader, v *verifier) (Proof, error) {
	if err := log.EachEntry(ctx, v.from, v.add); err != nil {
		if broken := (*Break)(nil); errors.As(err, &broken) {
			err = broken // reading goes around it
		}
		return Proof{}, err
	}
	return v.finish()
}

// verifier checks a chain row by row.
type verifier struct {
	known string
	from  int64 // rows before this one are not read, and its own hash is believed
	found bool  // known is in the chain
	first Row
	proof Proof
}

func (v *verifier) add(r Row) error {
	switch {
	case v.proof.Rows == 0:
		v.first = r
		if r.Nr == 1 && r.Sum("") != r.Hash {
			return changed(r)
		}
	case r.Nr != v.proof.Head.Nr+1:
		return &Break{r.Nr, fmt.Sprintf("vor Zeile %d fehlen Zeilen: die vorige hat die Nummer %d", r.Nr, v.proof.Head.Nr)}
	case r.Sum(v.proof.Head.Hash) != r.Hash:
		return changed(r)
	}
	if r.Action == Cut {
		cut, err := parseHead(r.To)
		if err != nil {
			return changed(r)
		}
		v.proof.Cut = cut
	}
	v.found = v.found || r.Hash == v.known
	v.proof.Rows, v.proof.Head = v.proof.Rows+1, Head{r.Nr, r.Hash}
	return nil
}

func changed(r Row) error {
	return &Break{r.Nr, fmt.Sprintf("Zeile %d passt nicht zu ihrem Hash: sie oder die Zeile davor ist verändert, vertauscht oder ersetzt", r.Nr)}
}

// finish checks the chain's two ends.
func (v *verifier) finish() (Proof, error) {
	complete := v.first.Nr <= max(1, v.from)
	if !complete && v.proof.Cut.Nr != v.first.Nr-1 {
		return v.proof, &Break{v.first.Nr, fmt.Sprintf("vor Zeile %d fehlen Zeilen, und keine Kürzung erklärt es", v.first.Nr)}
	}
	if !complete && v.first.Sum(v.proof.Cut.Hash) != v.first.Hash {
		return v.proof, changed(v.first)
	}
	if v.known != "" && !v.found && v.known != v.proof.Cut.Hash {
		return v.proof, &Break{0, "der Kopf " + v.known + " kommt nicht vor: am Ende fehlen Zeilen, oder es ist ein anderes Protokoll"}
	}
	return v.proof, nil
}

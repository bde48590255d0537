package backup

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"kontor/internal/shop"
)

// stateName is the file, within the directory of the copies, that says how it went. It
// is for reports: copies do not depend on it.
const stateName = "stand.json"

// State is how a shop's copies stand.
type State struct {
	Copy    *Copy      `json:"kopie,omitempty"`  // the newest; nil: there is none yet
	Checked time.Time  `json:"stand"`            // when the shop was last copied, or found to be as in the copy
	Failure *Failure   `json:"fehler,omitempty"` // of the latest attempt; nil: it succeeded
	Command *Execution `json:"befehl,omitempty"` // the latest; nil: there was none
}

// Failure is an attempt that left no copy.
type Failure struct {
	At   time.Time `json:"zeit"`
	Text string    `json:"text"` // German
}

// Execution is one run of the command for a daily copy.
type Execution struct {
	At   time.Time `json:"zeit"`
	Path string    `json:"datei"`
	Exit int       `json:"exit"`           // its exit code; -1: it did not end by itself
	Text string    `json:"text,omitempty"` // German, why it failed
}

// ReadState returns how the copies in a directory stand; the zero State if none was made
// yet.
func ReadState(dir string) (s State, err error) {
	text, err := os.ReadFile(filepath.Join(dir, stateName))
	if errors.Is(err, os.ErrNotExist) {
		return s, nil
	}
	if err != nil {
		return s, err
	}
	if err := json.Unmarshal(text, &s); err != nil {
		return s, fmt.Errorf("%s: %w", filepath.Join(dir, stateName), err)
	}
	return s, nil
}

// ForgetState removes the record of how the copies in a directory stand: it is about a
// shop that was replaced by an earlier state of itself.
func ForgetState(dir string) error {
	if err := os.Remove(filepath.Join(dir, stateName)); !errors.Is(err, os.ErrNotExist) {
		return err
	}
	return nil
}

// change updates the recorded state. An unreadable one is begun anew; where there is no
// directory yet, none is made.
func (k *Keeper) change(update func(*State)) error {
	if _, err := os.Stat(k.Dir); errors.Is(err, os.ErrNotExist) {
		return nil
	}
	s, _ := ReadState(k.Dir) // begun anew otherwise
	update(&s)
	text, err := json.MarshalIndent(s, "", "  ")
	if err != nil {
		return err
	}
	path := filepath.Join(k.Dir, stateName)
	return writeDurably(path+".neu", path, append(text, '\n'))
}

// contentOfToday returns what the newest copy holds, if it is there and from today:
// there is a copy of each day, even if nothing has changed.
func (k *Keeper) contentOfToday() string {
	s, err := ReadState(k.Dir)
	if err != nil || s.Copy == nil || shop.DayOf(s.Copy.At) != shop.DayOf(k.Now()) {
		return ""
	}
	if _, err := os.Stat(s.Copy.Path); err != nil {
		return ""
	}
	return s.Copy.Content
}

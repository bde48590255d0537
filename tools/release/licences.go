package main

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/google/licensecheck"
)

// allowed are the licences that anybody may pass on with the program, under its own
// licence and without publishing anything.
var allowed = []string{"Apache-2.0", "BSD-2-Clause", "BSD-3-Clause", "CC0-1.0", "ISC", "MIT"}

// textName matches the names of files that modules have for their licences and notices;
// noticeName those that only name people, rights or sources.
var (
	textName   = regexp.MustCompile(`(?i)^(.*-)?(licen[cs]e|copying|copyright|notice|patents|unlicense)([.-][^/]*)?$`)
	noticeName = regexp.MustCompile(`(?i)^(notice|patents)(\.[^/]*)?$`)
)

// byHand are the texts that somebody has read because they are no plain licence, by the
// SHA-256 of their content: a changed one has to be read again. The value is what they
// mean for the program; none: they are about nothing in it.
var byHand = map[string]string{
	// github.com/go-fonts/liberation, LICENSE-SIL: the fonts of invoices.
	"f45cc618951fffe1470140692086f7ca8a46ba81fe147cf8416bd63fb4849c61": "OFL-1.1",
	// github.com/miekg/dns, COPYRIGHT: who wrote it, and that Go's licence holds.
	"66550c0ad5ca7ec1e08683e5f872cc45c741f311eee3b8ee484206ecbf9c740d": "",
	// modernc.org/libc, LICENSE-3RD-PARTY.md: musl, Go, go-netdb, nixpkgs.
	"f597097efe3d97021f89170746bd3a0fb9a8b6fb26b82043ed68a4e0283bee6c": "BSD-3-Clause AND MIT",
	// modernc.org/memory, LICENSE-LOGO: where the picture of its web page is from.
	"5ae5bee3072a841376451b48d8cfcec7188e10543926d5870828d36c8a750dc5": "",
	// modernc.org/sqlite, LICENSE-SQLITE: SQLite is in the public domain.
	"8438c9c89b849131ead81d5435cb97fcf052df5b0b286dda8a2d4c29e6cb3fd0": "blessing",
	// modernc.org/sqlite, LICENSE-3RD-PARTY.md: whatever its section 1 lists as linked
	// is listed here as a module. The MPL in section 3 is about something that is not.
	"b4366b9c27a9364633e015011a231913ed19bf1228f335bf617e50a6f7b168a6": "BSD-3-Clause AND MIT",
}

// license reads the module's texts and sets its licence.
//
// Errors: no text with a licence, one that is hardly a known licence, or one that is not
// allowed.
func (m *module) license() error {
	texts, err := m.files()
	if err != nil {
		return err
	}
	var found []string
	for _, text := range texts {
		if noticeName.MatchString(filepath.Base(text.path)) {
			continue
		}
		licences, err := licencesIn(text.data)
		if err != nil {
			return fmt.Errorf("%s: %w", text.path, err)
		}
		found = append(found, licences...)
	}
	slices.Sort(found)
	if found = slices.Compact(found); len(found) == 0 {
		return errors.New("no file names its licence")
	}
	m.licence = strings.Join(found, " AND ")
	return nil
}

// licencesIn returns the licences that a text consists of.
func licencesIn(text []byte) (found []string, err error) {
	sum := sha256.Sum256(text)
	if known, ok := byHand[hex.EncodeToString(sum[:])]; ok {
		return strings.FieldsFunc(strings.ReplaceAll(known, " AND ", "\n"), func(r rune) bool { return r == '\n' }), nil
	}
	read := licensecheck.Scan(text)
	if read.Percent < 90 {
		return nil, fmt.Errorf("%.0f %% of it are a known licence; read it, and add SHA-256 %x to tools/release/licences.go if it may be passed on", read.Percent, sum)
	}
	for _, match := range read.Match {
		if !slices.Contains(allowed, match.ID) {
			return nil, fmt.Errorf("the licence %s is not allowed", match.ID)
		}
		found = append(found, match.ID)
	}
	return found, nil
}

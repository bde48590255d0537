package jsvalue_test

import (
	"bufio"
	"bytes"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"math"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"testing"
	"time"
	"unicode"
	"unicode/utf16"

	"kontor/internal/jsvalue"
)

// TestR33_JavaScriptTable compares with JavaScript's results for every text in
// testdata/javascript.jsonl; testdata/javascript.mjs describes how that file is made.
func TestR33_JavaScriptTable(t *testing.T) {
	t.Parallel()
	table, err := os.ReadFile("testdata/javascript.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	lines := 0
	for line := range bytes.Lines(table) {
		var row struct {
			Text   string
			Base64 []byte
			answer
		}
		if err := json.Unmarshal(line, &row); err != nil {
			t.Fatal(err)
		}
		if row.Base64 == nil {
			row.Base64 = []byte(row.Text)
		}
		row.check(t, row.Base64)
		lines++
	}
	if lines < 300 {
		t.Errorf("the table has only %d lines", lines)
	}
}

func TestR33_TableIsWhatNodePrints(t *testing.T) {
	t.Parallel()
	table, err := os.ReadFile("testdata/javascript.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	if printed := node(t, nil); !bytes.Equal(printed, table) {
		t.Error("testdata/javascript.jsonl is out of date; its script says how to make it")
	}
}

// TestR33_RandomTextsAsNode gives random texts, and each character at the end of a
// string, to both Node and this package.
func TestR33_RandomTextsAsNode(t *testing.T) {
	t.Parallel()
	texts := append(randomTexts(t), everyCharacter(os.Getenv("KONTOR_TEST_ALL") == "1")...)
	var questions bytes.Buffer
	for _, text := range texts {
		questions.WriteString(base64.StdEncoding.EncodeToString(text) + "\n")
	}
	answers := bufio.NewScanner(bytes.NewReader(node(t, &questions, "-")))
	answers.Buffer(nil, 1<<20)
	for _, text := range texts {
		if !answers.Scan() {
			t.Fatalf("Node answered too few: %v", answers.Err())
		}
		var want answer
		if err := json.Unmarshal(answers.Bytes(), &want); err != nil {
			t.Fatal(err)
		}
		want.check(t, text)
	}
}

// node runs the script that makes the table.
func node(t *testing.T, stdin *bytes.Buffer, args ...string) []byte {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), "node", append([]string{"testdata/javascript.mjs"}, args...)...)
	if stdin != nil {
		cmd.Stdin = stdin
	}
	cmd.Stderr = os.Stderr
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("Node.js is needed to compare with JavaScript: %v", err)
	}
	return out
}

// answer is JavaScript's result for a text. Numbers are spelled out; in Value they
// appear as {"number":"5"}, objects as {"object":{…}}.
type answer struct {
	Error     string
	Value     any
	Type      string
	Number    string
	Truthy    bool
	Converted *converted
}

// converted is what the methods of a string return.
type converted struct{ Trim, Lower, Upper string }

var kindNames = map[jsvalue.Kind]string{
	jsvalue.Undefined: "undefined", jsvalue.Null: "null", jsvalue.Bool: "boolean", jsvalue.Number: "number",
	jsvalue.String: "string", jsvalue.Array: "array", jsvalue.Object: "object",
}

// check compares the answer with this package's result for the text.
func (want answer) check(t *testing.T, text []byte) {
	t.Helper()
	v, err := jsvalue.Parse(text)
	if (err != nil) != (want.Error != "") {
		t.Errorf("Parse(%.200q): %v, want %q", text, err, want.Error)
	}
	if want.Error != "" {
		return
	}
	if problem := difference(v, want.Value); problem != "" {
		t.Errorf("Parse(%.200q): %s", text, problem)
	}
	if got := kindNames[v.Kind()]; got != want.Type {
		t.Errorf("Kind of %.200q = %s, want %s", text, got, want.Type)
	}
	if got := v.Number(); !same(got, want.Number) {
		t.Errorf("Number of %.200q = %v, want %s", text, got, want.Number)
	}
	if got := v.Truthy(); got != want.Truthy {
		t.Errorf("Truthy of %.200q = %v", text, got)
	}
	if want.Converted != nil {
		want.Converted.check(t, v.Text())
	}
}

func (want *converted) check(t *testing.T, text string) {
	t.Helper()
	if got := jsvalue.Trim(text); got != want.Trim {
		t.Errorf("Trim(%.200q) = %q, want %q", text, got, want.Trim)
	}
	if got := jsvalue.Lower(text); got != want.Lower {
		t.Errorf("Lower(%.200q) = %q, want %q", text, got, want.Lower)
	}
	if got := jsvalue.Upper(text); got != want.Upper {
		t.Errorf("Upper(%.200q) = %q, want %q", text, got, want.Upper)
	}
}

// difference describes where v differs from want, or returns "".
func difference(v jsvalue.Value, want any) string {
	switch want := want.(type) {
	case nil:
		if v.Kind() != jsvalue.Null {
			return "no null"
		}
	case bool:
		if v.Kind() != jsvalue.Bool || v.Truthy() != want {
			return fmt.Sprintf("not %v", want)
		}
	case string:
		if v.Kind() != jsvalue.String || v.Text() != want {
			return fmt.Sprintf("%q, want %q", v.Text(), want)
		}
	case []any:
		return elementsDifference(v, want)
	case map[string]any:
		if spelled, ok := want["number"].(string); ok {
			if !same(v.Float(), spelled) {
				return fmt.Sprintf("%v, want %s", v.Float(), spelled)
			}
			return ""
		}
		if v.Kind() != jsvalue.Object {
			return "no object"
		}
		for name, property := range want["object"].(map[string]any) {
			if problem := difference(v.Get(name), property); problem != "" {
				return fmt.Sprintf(".%s%s", name, problem)
			}
		}
	}
	return ""
}

func elementsDifference(v jsvalue.Value, want []any) string {
	n := 0
	for element := range v.Elements() {
		if n == len(want) {
			return "more elements"
		}
		if problem := difference(element, want[n]); problem != "" {
			return fmt.Sprintf("[%d]%s", n, problem)
		}
		n++
	}
	if n < len(want) {
		return "fewer elements"
	}
	return ""
}

// same reports whether x is the number that JavaScript spells, including the sign of
// zero.
func same(x float64, spelled string) bool {
	want, _ := strconv.ParseFloat(spelled, 64)
	if math.IsNaN(x) || math.IsNaN(want) {
		return math.IsNaN(x) && math.IsNaN(want)
	}
	return math.Float64bits(x) == math.Float64bits(want)
}

// alike are the scripts, and the private area, in which no character has a case or is
// decomposed in another way than its neighbours. Nearly all characters are of these.
var alike = []*unicode.RangeTable{unicode.Han, unicode.Hangul, unicode.Tangut, unicode.Co}

// everyCharacter returns a string for each character, at both ends and around a sigma.
// Those that Node knows and Go does not yet are left out. In a sampled run so are most
// that are alike: each day it takes others.
func everyCharacter(all bool) (texts [][]byte) {
	const turns = 16
	for r := range unicode.MaxRune + 1 {
		if !younger(r) && (all || !unicode.In(r, alike...) || (int(r)+time.Now().YearDay())%turns == 0) {
			texts = append(texts, fmt.Appendf(nil, `"%[1]s aΣ%[1]s %[1]sΣ aΣ%[1]sa a%[1]sΣ %[1]s"`, escaped(r)))
		}
	}
	return texts
}

// escaped returns a character's JSON escape, including half of a surrogate pair.
func escaped(r rune) string {
	if high, low := utf16.EncodeRune(r); high != unicode.ReplacementChar {
		return fmt.Sprintf(`\u%04x\u%04x`, high, low)
	}
	return fmt.Sprintf(`\u%04x`, r)
}

// younger reports whether a character, or its relation to others, is newer than Go's
// version of Unicode: some got an upper case later, and for two it changed whether they
// have case, or end a word.
func younger(r rune) bool {
	return unicode.Is(unicode.Cn, r) || strings.ContainsRune("ƛɤʕꟓꟕ\U0001171e", r)
}

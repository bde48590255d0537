package jsvalue_test

import (
	"bytes"
	"encoding/json"
	"math"
	"os"
	"strconv"
	"strings"
	"testing"
	"unicode/utf8"

	"kontor/internal/jsvalue"
)

// FuzzParse compares the result with encoding/json, which follows the same grammar, for
// valid UTF-8. For other bytes nothing may panic.
func FuzzParse(f *testing.F) {
	table, err := os.ReadFile("testdata/javascript.jsonl")
	if err != nil {
		f.Fatal(err)
	}
	for line := range bytes.Lines(table) {
		var row struct{ Text string }
		if err := json.Unmarshal(line, &row); err != nil {
			f.Fatal(err)
		}
		f.Add([]byte(row.Text))
	}
	f.Add([]byte(order))
	f.Fuzz(func(t *testing.T, data []byte) {
		got, err := jsvalue.Parse(data)
		readOrder(got)
		if !utf8.Valid(data) {
			return
		}
		text := bytes.TrimPrefix(data, []byte("\ufeff"))
		if !json.Valid(text) || depth(text) > jsvalue.MaxDepth {
			if err == nil {
				t.Fatal("accepted")
			}
			return
		}
		if err != nil {
			t.Fatal(err)
		}
		decoder := json.NewDecoder(bytes.NewReader(text))
		decoder.UseNumber()
		var want any
		if err := decoder.Decode(&want); err != nil {
			t.Fatal(err)
		}
		if problem := difference(got, asAnswer(want)); problem != "" {
			t.Error(problem)
		}
	})
}

// depth returns how deeply the arrays and objects of a valid text are nested.
func depth(text []byte) (deepest int) {
	decoder, level := json.NewDecoder(bytes.NewReader(text)), 0
	decoder.UseNumber()
	for {
		token, err := decoder.Token()
		if err != nil {
			return deepest
		}
		switch token {
		case json.Delim('['), json.Delim('{'):
			level++
			deepest = max(deepest, level)
		case json.Delim(']'), json.Delim('}'):
			level--
		}
	}
}

// asAnswer converts what encoding/json decodes to the form of [answer].
func asAnswer(v any) any {
	switch v := v.(type) {
	case json.Number:
		return map[string]any{"number": v.String()}
	case string:
		return strings.ReplaceAll(v, "\x00", "")
	case []any:
		for i := range v {
			v[i] = asAnswer(v[i])
		}
		return v
	case map[string]any:
		for name := range v {
			v[name] = asAnswer(v[name])
		}
		return map[string]any{"object": v}
	}
	return v
}

// FuzzNumber checks properties of Number(s) that hold for every string.
func FuzzNumber(f *testing.F) {
	for _, s := range []string{"", " 7 ", "0x1F", "0b101", "0o17", "-0x1", "1_0", "+.5e1", "5.", "Infinity", "inf", "12,5"} {
		f.Add(s)
	}
	number := func(t *testing.T, v any) float64 {
		text, err := json.Marshal(v)
		if err != nil {
			t.Fatal(err)
		}
		return parse(t, string(text)).Number()
	}
	f.Fuzz(func(t *testing.T, s string) {
		x := number(t, s)
		spelled := strconv.FormatFloat(x, 'g', -1, 64)
		if padded := number(t, "\ufeff "+s+"\u2029"); !same(padded, spelled) {
			t.Errorf("%v, but %v with white space around it", x, padded)
		}
		if single := number(t, []string{s}); !same(single, spelled) {
			t.Errorf("%v, but %v in an array", x, single)
		}
		if pair := number(t, []string{s, s}); !math.IsNaN(pair) {
			t.Errorf("two in an array are %v", pair)
		}
		if again := number(t, spelled); !math.IsInf(x, 0) && !same(again, spelled) {
			t.Errorf("%v, but %v when spelled anew", x, again)
		}
	})
}

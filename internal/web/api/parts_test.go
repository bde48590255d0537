package api

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestSpans(t *testing.T) {
	t.Parallel()
	got := paragraphs("One `two` three.\n\n`four`")
	want := [][]Span{{{"One ", false}, {"two", true}, {" three.", false}}, {{"four", true}}}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	if paragraphs("") != nil {
		t.Error("no text is a paragraph")
	}
}

func TestObjectKeepsItsOrder(t *testing.T) {
	t.Parallel()
	const text = `{"b":{"d":1,"c":[2]},"a":"x"}`
	var o object[json.RawMessage]
	if err := json.Unmarshal([]byte(text), &o); err != nil {
		t.Fatal(err)
	}
	if out, err := json.Marshal(o); err != nil || string(out) != text {
		t.Errorf("%s, %v", out, err)
	}
	if err := json.Unmarshal([]byte(`[1]`), &o); err == nil {
		t.Error("a list passes for an object")
	}
}

func TestResolveKeepsWhatStandsBeside(t *testing.T) {
	t.Parallel()
	r := resolver{
		components: map[string]map[string]json.RawMessage{"schemas": {
			"A": json.RawMessage(`{"type":"string","description":"a"}`),
		}},
		resolved: make(map[string]node),
	}
	for range 2 { // the second time from memory
		got, err := r.resolve(json.RawMessage(`{"x":{"$ref":"#/components/schemas/A","description":"b"},"y":[{"$ref":"#/components/schemas/A"}]}`))
		const want = `{"x":{"type":"string","description":"b"},"y":[{"type":"string","description":"a"}]}`
		if err != nil || string(got) != want {
			t.Errorf("%s, %v, want %s", got, err, want)
		}
	}
	if _, err := r.resolve(json.RawMessage(`{"$ref":"#/components/schemas/C"}`)); err == nil || !strings.Contains(err.Error(), "schemas/C") {
		t.Errorf("a reference to nothing gives %v", err)
	}
}

func TestShellQuoted(t *testing.T) {
	t.Parallel()
	if got := shellQuoted(`it's $HOME`); got != `'it'\''s $HOME'` {
		t.Error(got)
	}
}

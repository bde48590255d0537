package api

import (
	"encoding/json"
	"errors"
	"testing"
)

// Parts add to each other's lists and objects and never overwrite anything.
func TestPartsAreMerged(t *testing.T) {
	t.Parallel()
	whole := object[json.RawMessage]{}
	add := func(text string) error {
		var part object[json.RawMessage]
		if err := json.Unmarshal([]byte(text), &part); err != nil {
			t.Fatal(err)
		}
		return merge(&whole, part, 2)
	}
	for _, part := range []string{
		`{"tags":[1],"paths":{"/b":{"get":1}},"components":{"schemas":{"B":{}}}}`,
		`{"tags":[2],"paths":{"/a":{"get":2}},"components":{"schemas":{"A":{}},"responses":{"R":{}}}}`,
	} {
		if err := add(part); err != nil {
			t.Fatal(err)
		}
	}
	want := `{"tags":[1,2],"paths":{"/b":{"get":1},"/a":{"get":2}},"components":{"schemas":{"B":{},"A":{}},"responses":{"R":{}}}}`
	if got, _ := json.Marshal(whole); string(got) != want {
		t.Errorf("merged to %s, want %s", got, want)
	}
	for _, twice := range []string{`{"paths":{"/a":5}}`, `{"components":{"schemas":{"A":{"type":"string"}}}}`} {
		if err := add(twice); !errors.Is(err, errTwice) {
			t.Errorf("%s: %v, want %v", twice, err, errTwice)
		}
	}
}

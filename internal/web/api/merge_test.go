package api

import (
	"encoding/json"
	"errors"
	"testing"
)

// Parts add to each other's lists and objects and never overwrite anything.
func TestPartsAreMerged(t *testing.T) {
	t.Parallel()
	parts := []json.RawMessage{
		[]byte(`{"tags":[1],"paths":{"/b":{"get":1}},"components":{"schemas":{"B":{}}}}`),
		[]byte(`{"tags":[2],"paths":{"/a":{"get":2}},"components":{"schemas":{"A":{}},"responses":{"R":{}}}}`),
	}
	whole, err := merge(parts, 2)
	if err != nil {
		t.Fatal(err)
	}
	const want = `{"tags":[1,2],"paths":{"/b":{"get":1},"/a":{"get":2}},"components":{"schemas":{"B":{},"A":{}},"responses":{"R":{}}}}`
	if got, _ := json.Marshal(whole); string(got) != want {
		t.Errorf("merged to %s, want %s", got, want)
	}
	for _, twice := range []string{`{"paths":{"/a":5}}`, `{"components":{"schemas":{"A":{"type":"string"}}}}`, `{"tags":{}}`} {
		if _, err := merge(append(parts, []byte(twice)), 2); !errors.Is(err, errTwice) {
			t.Errorf("%s: %v, want %v", twice, err, errTwice)
		}
	}
}

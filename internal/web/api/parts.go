package api

import (
	"embed"
	"encoding/json"
	"errors"
	"fmt"
)

// parts has the document in parts, one for each subject. Their numbers give the reading
// order.
//
//go:embed openapi/*.json
var parts embed.FS

// source is the whole document, assembled when the program starts, because the parts
// are compiled in.
var source = assemble()

func assemble() []byte {
	entries, err := parts.ReadDir("openapi")
	if err != nil {
		panic(err)
	}
	var whole object[json.RawMessage]
	for _, entry := range entries {
		if err := addPart(&whole, "openapi/"+entry.Name()); err != nil {
			panic(fmt.Sprintf("api: %s: %v", entry.Name(), err))
		}
	}
	text, err := json.MarshalIndent(whole, "", "  ")
	if err != nil {
		panic(err)
	}
	return text
}

func addPart(whole *object[json.RawMessage], name string) error {
	content, err := parts.ReadFile(name)
	if err != nil {
		return err
	}
	var part object[json.RawMessage]
	if err := json.Unmarshal(content, &part); err != nil {
		return err
	}
	return merge(whole, part, 2)
}

var errTwice = errors.New("stands in two parts")

// merge adds the members of a part. Lists are concatenated, and so are objects down to
// the given depth; any other duplicate is an error.
func merge(into *object[json.RawMessage], part object[json.RawMessage], depth int) error {
	for _, m := range part {
		there := into.at(m.name)
		if there == nil {
			*into = append(*into, m)
			continue
		}
		joined, err := join(*there, m.value, depth)
		if err != nil {
			return fmt.Errorf("%s: %w", m.name, err)
		}
		*there = joined
	}
	return nil
}

func join(a, b json.RawMessage, depth int) (json.RawMessage, error) {
	var list, more []json.RawMessage
	if json.Unmarshal(a, &list) == nil && json.Unmarshal(b, &more) == nil {
		return json.Marshal(append(list, more...))
	}
	var first, second object[json.RawMessage]
	if depth == 0 || json.Unmarshal(a, &first) != nil || json.Unmarshal(b, &second) != nil {
		return nil, errTwice
	}
	if err := merge(&first, second, depth-1); err != nil {
		return nil, err
	}
	return json.Marshal(first)
}

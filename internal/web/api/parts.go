package api

import (
	"embed"
	"encoding/json"
	"errors"
	"fmt"
	"sync"
)

// parts has the document in parts, one for each subject. Their numbers give the reading
// order.
//
//go:embed openapi/*.json
var parts embed.FS

// source returns the whole document. Its parts are compiled in, so a test finds every
// mistake in them.
var source = sync.OnceValue(func() []byte {
	text, err := assemble()
	if err != nil {
		panic(fmt.Sprintf("api: %v", err))
	}
	return text
})

func assemble() ([]byte, error) {
	contents, err := readParts()
	if err != nil {
		return nil, err
	}
	whole, err := merge(contents, 2)
	if err != nil {
		return nil, err
	}
	return json.MarshalIndent(whole, "", "  ")
}

// readParts returns the parts in their order.
func readParts() ([]json.RawMessage, error) {
	entries, err := parts.ReadDir("openapi")
	if err != nil {
		return nil, err
	}
	contents := make([]json.RawMessage, len(entries))
	for i, entry := range entries {
		if contents[i], err = parts.ReadFile("openapi/" + entry.Name()); err != nil {
			return nil, err
		}
	}
	return contents, nil
}

var errTwice = errors.New("stands in two parts")

// merge returns one object with the members of all. What several of them have is
// concatenated: lists, and objects down to the given depth; any other is an error.
func merge(objects []json.RawMessage, depth int) (object[json.RawMessage], error) {
	var names []string // in order of appearance
	values := make(map[string][]json.RawMessage)
	for _, content := range objects {
		var part object[json.RawMessage]
		if err := json.Unmarshal(content, &part); err != nil {
			return nil, err
		}
		for _, m := range part {
			if len(values[m.name]) == 0 {
				names = append(names, m.name)
			}
			values[m.name] = append(values[m.name], m.value)
		}
	}
	whole := make(object[json.RawMessage], len(names))
	for i, name := range names {
		joined, err := join(values[name], depth)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
		whole[i] = member[json.RawMessage]{name, joined}
	}
	return whole, nil
}

func join(values []json.RawMessage, depth int) (json.RawMessage, error) {
	if len(values) == 1 {
		return values[0], nil
	}
	if lists, err := concatenate(values); err == nil {
		return json.Marshal(lists)
	}
	if depth == 0 {
		return nil, errTwice
	}
	whole, err := merge(values, depth-1)
	if errors.Is(err, errNoObject) {
		return nil, errTwice
	}
	if err != nil {
		return nil, err
	}
	return json.Marshal(whole)
}

func concatenate(lists []json.RawMessage) (all []json.RawMessage, err error) {
	for _, list := range lists {
		var more []json.RawMessage
		if err := json.Unmarshal(list, &more); err != nil {
			return nil, err
		}
		all = append(all, more...)
	}
	return all, nil
}

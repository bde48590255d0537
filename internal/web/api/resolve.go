package api

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
)

// resolver replaces references by their targets. The document's references all point to
// its components, and never form cycles.
type resolver struct {
	components map[string]map[string]json.RawMessage // by kind and name
	resolved   map[string]node                       // by reference
}

// node is a JSON object of any kind.
type node = object[json.RawMessage]

// resolve returns the value without references. Anything beside a reference, mostly
// a description, replaces the component's value in this place alone.
func (r resolver) resolve(value json.RawMessage) (json.RawMessage, error) {
	switch value = bytes.TrimSpace(value); value[0] {
	case '{':
		return r.resolveObject(value)
	case '[':
		return r.resolveList(value)
	}
	return value, nil
}

func (r resolver) resolveList(value json.RawMessage) (json.RawMessage, error) {
	var list []json.RawMessage
	if err := json.Unmarshal(value, &list); err != nil {
		return nil, err
	}
	for i := range list {
		var err error
		if list[i], err = r.resolve(list[i]); err != nil {
			return nil, err
		}
	}
	return json.Marshal(list)
}

func (r resolver) resolveObject(value json.RawMessage) (json.RawMessage, error) {
	var given, whole node
	if err := json.Unmarshal(value, &given); err != nil {
		return nil, err
	}
	if reference := given.at("$ref"); reference != nil {
		target, err := r.target(*reference)
		if err != nil {
			return nil, err
		}
		whole = slices.Clone(target)
	}
	for _, m := range given {
		if m.name == "$ref" {
			continue
		}
		resolved, err := r.resolve(m.value)
		if err != nil {
			return nil, err
		}
		put(&whole, m.name, resolved)
	}
	return json.Marshal(whole)
}

// target returns the component that a reference names, with its own references
// resolved.
func (r resolver) target(reference json.RawMessage) (node, error) {
	var pointer string
	if err := json.Unmarshal(reference, &pointer); err != nil {
		return nil, err
	}
	if target, ok := r.resolved[pointer]; ok {
		return target, nil
	}
	kind, name, _ := strings.Cut(strings.TrimPrefix(pointer, "#/components/"), "/")
	component, ok := r.components[kind][name]
	if !ok {
		return nil, fmt.Errorf("no component %q", pointer)
	}
	resolved, err := r.resolve(component)
	if err != nil {
		return nil, err
	}
	var target node
	err = json.Unmarshal(resolved, &target)
	r.resolved[pointer] = target
	return target, err
}

// put sets a member, replacing an existing one.
func put(into *node, name string, value json.RawMessage) {
	if place := into.at(name); place != nil {
		*place = value
		return
	}
	*into = append(*into, member[json.RawMessage]{name, value})
}

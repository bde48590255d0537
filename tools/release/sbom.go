package main

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"net/url"
	"runtime/debug"
	"strings"
)

// bom is a list of what a program consists of, in CycloneDX 1.6.
type bom struct {
	Format       string       `json:"bomFormat"`
	Spec         string       `json:"specVersion"`
	Version      int          `json:"version"`
	Metadata     bomMetadata  `json:"metadata"`
	Components   []component  `json:"components"`
	Dependencies []dependency `json:"dependencies"`
}

type bomMetadata struct {
	Timestamp string    `json:"timestamp"`
	Component component `json:"component"`
}

type component struct {
	Type       string          `json:"type"`
	Ref        string          `json:"bom-ref"`
	Name       string          `json:"name"`
	Version    string          `json:"version"`
	Hashes     []componentHash `json:"hashes,omitempty"`
	Licenses   []expression    `json:"licenses"`
	PURL       string          `json:"purl"`
	Properties []property      `json:"properties,omitempty"`
}

type componentHash struct {
	Algorithm string `json:"alg"`
	Content   string `json:"content"`
}

type expression struct {
	Expression string `json:"expression"`
}

type property struct {
	Name  string `json:"name"`
	Value string `json:"value"`
}

type dependency struct {
	Ref string   `json:"ref"`
	On  []string `json:"dependsOn"`
}

// writeBOM writes what the program consists of as it says itself, with the licences of
// the modules.
func (s source) writeBOM(w io.Writer, program []byte, info *debug.BuildInfo, licences map[string]string) error {
	sum := sha256.Sum256(program)
	own := componentOf("application", "kontor", s.version, "Apache-2.0")
	own.Hashes = []componentHash{{"SHA-256", hex.EncodeToString(sum[:])}}
	for _, setting := range info.Settings {
		own.Properties = append(own.Properties, property{"go:build:" + setting.Key, setting.Value})
	}
	list := bom{
		Format: "CycloneDX", Spec: "1.6", Version: 1,
		Metadata:     bomMetadata{s.date.Format("2006-01-02T15:04:05Z"), own},
		Components:   []component{componentOf("library", "std", strings.TrimPrefix(info.GoVersion, "go"), licences["std"])},
		Dependencies: []dependency{{Ref: own.Ref}},
	}
	for _, m := range info.Deps {
		if m.Replace != nil || licences[m.Path] == "" {
			return fmt.Errorf("%s is replaced, or its licence is unknown", m.Path)
		}
		c := componentOf("library", m.Path, m.Version, licences[m.Path])
		c.Properties = []property{{"go:sum", m.Sum}}
		list.Components = append(list.Components, c)
	}
	for _, c := range list.Components {
		list.Dependencies[0].On = append(list.Dependencies[0].On, c.Ref)
	}
	encoder := json.NewEncoder(w)
	encoder.SetEscapeHTML(false)
	encoder.SetIndent("", "  ")
	return encoder.Encode(list)
}

func componentOf(kind, name, version, licence string) component {
	purl := "pkg:golang/" + name + "@" + url.QueryEscape(version)
	return component{Type: kind, Ref: purl, Name: name, Version: version, Licenses: []expression{{licence}}, PURL: purl}
}

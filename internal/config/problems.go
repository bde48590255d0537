package config

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// Problem is a setting that cannot be used.
type Problem struct {
	Name  string // of the variable; empty: the line names none
	Value string // masked when secret, empty when missing
	Text  string // German: the fault, and the expected form
	Place string // German: the line of the file with settings; empty: not from there
}

// String returns the problem on one line.
func (p Problem) String() string {
	text := p.Text
	switch {
	case p.Value != "":
		text = p.Name + "=" + strconv.Quote(p.Value) + ": " + text
	case p.Name != "":
		text = p.Name + ": " + text
	}
	if p.Place != "" {
		return p.Place + ": " + text
	}
	return text
}

// Problems lists all settings that cannot be used.
type Problems []Problem

// Error returns one line for each problem, after a headline when there are several.
func (p Problems) Error() string {
	if len(p) == 1 {
		return "Konfiguration: " + p[0].String()
	}
	lines := []string{fmt.Sprintf("Die Konfiguration hat %d Fehler:", len(p))}
	for _, problem := range p {
		lines = append(lines, "  "+problem.String())
	}
	return strings.Join(lines, "\n")
}

// checker collects the problems of a Config.
type checker struct {
	config   *Config
	texts    map[string]string // by variable; only those that are set
	problems Problems
}

func (k *checker) err() error {
	if len(k.problems) == 0 {
		return nil
	}
	return k.problems
}

func (k *checker) problem(name, value, text string) {
	k.problemAt(k.config.values[name].place, name, value, text)
}

func (k *checker) problemAt(where, name, value, text string) {
	k.problems = append(k.problems, Problem{name, value, text, where})
}

// refuse records that a variable's value is malformed, or cannot be used for the
// reasons given.
func (k *checker) refuse(name string, why ...string) {
	v := variable(name)
	text := strings.Join(append(why, "erwartet: "+v.Form), "; ")
	k.problem(name, k.config.values[name].shown, text)
}

// require refuses a variable's value unless the condition holds.
func (k *checker) require(condition bool, name string, why ...string) {
	if !condition {
		k.refuse(name, why...)
	}
}

func (k *checker) refuseField(field string) {
	for _, v := range Variables() {
		if v.field == field {
			k.refuse(v.Name)
		}
	}
}

// refused reports whether one of the variables already has a problem.
func (k *checker) refused(names ...string) bool {
	return slices.ContainsFunc(k.problems, func(p Problem) bool {
		return slices.Contains(names, strings.TrimSuffix(p.Name, "_FILE"))
	})
}

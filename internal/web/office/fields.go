package office

import (
	"math"

	"kontor/internal/jsvalue"
	"kontor/internal/shop"
)

// fields decodes named properties of a request's object into typed variables. A missing
// property leaves its variable unchanged, so the same code reads a new entry and a
// partial change. Types are not converted: a wrong guess about prices or coupons could
// be costly.
type fields struct {
	body    jsvalue.Value
	refusal *shop.Error // becomes err, with a text that names the field
	found   bool        // at least one property was present
	known   []string    // names that were asked for
	err     error       // the first property of a wrong type
}

func (f *fields) text(name string, into *string) {
	f.read(name, "ein Text", func(v jsvalue.Value) bool {
		*into = jsvalue.Trim(v.Text())
		return v.Kind() == jsvalue.String
	})
}

func (f *fields) textOrNull(name string, into *string) {
	f.read(name, "ein Text oder null", func(v jsvalue.Value) bool {
		*into = jsvalue.Trim(v.Text())
		return v.Kind() == jsvalue.String || v.Kind() == jsvalue.Null
	})
}

func (f *fields) flag(name string, into *bool) {
	f.read(name, "true oder false", func(v jsvalue.Value) bool {
		*into = v.Truthy()
		return v.Kind() == jsvalue.Bool
	})
}

func (f *fields) number(name string, into *float64) {
	f.read(name, "eine Zahl", func(v jsvalue.Value) bool {
		*into = v.Float()
		return isFinite(*into)
	})
}

func (f *fields) numberOrNull(name string, into *float64) {
	f.read(name, "eine Zahl oder null", func(v jsvalue.Value) bool {
		if *into = 0; v.Kind() != jsvalue.Null {
			*into = v.Float()
		}
		return isFinite(*into)
	})
}

func (f *fields) countOrNull(name string, into *int64) {
	f.read(name, "eine ganze Zahl oder null", func(v jsvalue.Value) bool {
		if *into = 0; v.Kind() == jsvalue.Null {
			return true
		}
		*into = int64(v.Float())
		return isCount(v.Float())
	})
}

func (f *fields) dayOrNull(name string, into *shop.Day) {
	f.read(name, "ein Tag wie 2026-11-21 oder null", func(v jsvalue.Value) bool {
		day, err := shop.ParseDay(v.Text())
		*into = day
		return v.Kind() == jsvalue.Null || v.Kind() == jsvalue.String && day != "" && err == nil
	})
}

// fixed reads the property that identifies an entry. A change may repeat it, because
// clients send back what they were given, but not alter it.
func (f *fields) fixed(name, current string, normalize func(string) string) {
	f.read(name, "unverändert", func(v jsvalue.Value) bool {
		return v.Kind() == jsvalue.String && normalize(v.Text()) == current
	})
}

func (f *fields) read(name, expected string, accept func(jsvalue.Value) bool) {
	v := f.body.Get(name)
	f.known = append(f.known, name)
	if f.err != nil || v.Kind() == jsvalue.Undefined {
		return
	}
	f.found = true
	if !accept(v) {
		f.err = f.refusal.With("„" + name + "“ muss " + expected + " sein.")
	}
}

// has reports whether the request has a property of that name.
func (f *fields) has(name string) bool { return f.body.Get(name).Kind() != jsvalue.Undefined }

// finish returns what is wrong with the fields; a change without a known field is a
// mistake in its field names.
func (f *fields) finish() error {
	if f.err == nil && !f.found {
		return shop.ErrNothingToChange
	}
	return f.err
}

// maxCount is the largest integer that JSON clients of every kind represent exactly.
const maxCount = 1<<53 - 1

// isCount reports whether a number is whole, and small enough to be exact.
func isCount(x float64) bool { return x == math.Trunc(x) && math.Abs(x) <= maxCount }

func isFinite(x float64) bool { return !math.IsNaN(x) && !math.IsInf(x, 0) }

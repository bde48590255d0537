package jsvalue_test

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"kontor/internal/jsvalue"
)

func parse(t *testing.T, text string) jsvalue.Value {
	t.Helper()
	v, err := jsvalue.Parse([]byte(text))
	if err != nil {
		t.Fatalf("Parse(%q): %v", text, err)
	}
	return v
}

func TestH03_TotalByNumber(t *testing.T) {
	t.Parallel()
	nan := math.NaN()
	for text, want := range map[string]float64{
		`{"summe":null}`: 0, `{"summe":""}`: 0, `{"summe":" "}`: 0, `{"summe":false}`: 0, `{"summe":[]}`: 0,
		`{"summe":true}`: 1, `{"summe":"12.5"}`: 12.5, `{"summe":" 7 "}`: 7, `{"summe":"0x1F"}`: 31,
		`{"summe":[5]}`: 5, `{"summe":"1e2"}`: 100, `{"summe":-1}`: -1, `{"summe":1e999}`: math.Inf(1),
		`{"summe":"Infinity"}`: math.Inf(1), `{}`: nan, `{"summe":{}}`: nan, `{"summe":"x"}`: nan,
		`{"summe":"12,5"}`: nan, `{"summe":[1,2]}`: nan, `{"Summe":5}`: nan,
	} {
		got := parse(t, text).Get("summe").Number()
		if got != want && !(math.IsNaN(got) && math.IsNaN(want)) {
			t.Errorf("%s: %v, want %v", text, got, want)
		}
	}
}

func TestH04_NumbersBeyondRangeAreInfinite(t *testing.T) {
	t.Parallel()
	body := parse(t, `{"menge":1e999,"preis":-1e999,"klein":1e-999}`)
	for name, want := range map[string]float64{"menge": math.Inf(1), "preis": math.Inf(-1), "klein": 0} {
		if got := body.Get(name).Float(); got != want {
			t.Errorf("%s = %v, want %v", name, got, want)
		}
	}
}

func TestH05_WholeTextAndExactNames(t *testing.T) {
	t.Parallel()
	for _, text := range []string{``, ` `, `{"land":"de"} garbage`, `{"land":"de",}`, `{"land":"de"}{}`, `{"land":"de"`} {
		if v, err := jsvalue.Parse([]byte(text)); err == nil || v.Kind() != jsvalue.Undefined {
			t.Errorf("Parse(%q) = %v, %v", text, v, err)
		}
	}
	for text, want := range map[string]string{
		"\ufeff{\"land\":\"de\"}":     "de",
		`{"land":"de","land":"at"}`:   "at",
		`{"land":"de","land":5}`:      "",
		`{"land":"de","l\u0061nd":0}`: "",
		`{"LAND":"de"}`:               "",
		`{"land":5}`:                  "",
		`{"la\u0000nd":"de"}`:         "",
		`{"land":"d\u0000e"}`:         "de",
	} {
		if got := parse(t, text).Get("land").Text(); got != want {
			t.Errorf("%s: land %q, want %q", text, got, want)
		}
	}
}

func TestH06_NothingIsInWhatIsNoObject(t *testing.T) {
	t.Parallel()
	values := []jsvalue.Value{{}}
	for _, text := range []string{`null`, `[]`, `[{"land":"de"}]`, `"x"`, `5`, `true`, `""`} {
		values = append(values, parse(t, text))
	}
	for _, v := range values {
		land := v.Get("land")
		if land.Kind() != jsvalue.Undefined || land.Text() != "" || land.Truthy() || !math.IsNaN(land.Number()) {
			t.Errorf("kind %d has a land", v.Kind())
		}
		if land.Get("x").Kind() != jsvalue.Undefined {
			t.Error("undefined has a property")
		}
	}
}

// TestS34_TypeConfusion reads each type as every other: only Number and Truthy convert.
func TestS34_TypeConfusion(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		`undefined`:  `text "", float NaN, 0 elements, truthy false`,
		`null`:       `text "", float NaN, 0 elements, truthy false`,
		`true`:       `text "", float NaN, 0 elements, truthy true`,
		`false`:      `text "", float NaN, 0 elements, truthy false`,
		`1`:          `text "", float 1, 0 elements, truthy true`,
		`-0`:         `text "", float -0, 0 elements, truthy false`,
		`"1"`:        `text "1", float NaN, 0 elements, truthy true`,
		`""`:         `text "", float NaN, 0 elements, truthy false`,
		`"false"`:    `text "false", float NaN, 0 elements, truthy true`,
		`[1,[2],{}]`: `text "", float NaN, 3 elements, truthy true`,
		`[]`:         `text "", float NaN, 0 elements, truthy true`,
		`{"0":1}`:    `text "", float NaN, 0 elements, truthy true`,
	} {
		v := jsvalue.Value{}
		if text != "undefined" {
			v = parse(t, text)
		}
		elements := len(slices.Collect(v.Elements()))
		got := fmt.Sprintf("text %q, float %v, %d elements, truthy %v", v.Text(), v.Float(), elements, v.Truthy())
		if got != want {
			t.Errorf("%s: %s, want %s", text, got, want)
		}
	}
}

func TestElements_StopsWhenAsked(t *testing.T) {
	t.Parallel()
	for v := range parse(t, `[[1,[2]],{"a":[3]},4]`).Elements() {
		if v.Kind() == jsvalue.Object {
			return
		}
		if v.Kind() == jsvalue.Number {
			t.Error("the loop continues after its end")
		}
	}
}

func TestParse_KeepsNothingOfItsInput(t *testing.T) {
	t.Parallel()
	data := []byte(`{"land":"de"}`)
	v, err := jsvalue.Parse(data)
	if err != nil {
		t.Fatal(err)
	}
	copy(data, strings.Repeat("x", len(data)))
	if got := v.Get("land").Text(); got != "de" {
		t.Errorf("land became %q", got)
	}
}

func TestNames_InOrderAsOftenAsTheyAreThere(t *testing.T) {
	t.Parallel()
	v := parse(t, `{"b":{"c":[1]},"a":[{"d":2}],"\u0062":3,"":4}`)
	if got := slices.Collect(v.Names()); !slices.Equal(got, []string{"b", "a", "b", ""}) {
		t.Errorf("names %q", got)
	}
	for name := range v.Names() {
		if name == "a" {
			break
		}
	}
	for range parse(t, `["a"]`).Names() {
		t.Error("an array has names")
	}
}

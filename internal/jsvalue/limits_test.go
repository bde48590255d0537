package jsvalue_test

import (
	"runtime"
	"strings"
	"testing"
	"time"

	"kontor/internal/jsvalue"
)

// bodyLimit is the size of the largest body that a route reads, in bytes.
const bodyLimit = 256 << 10

// hostileTexts are bodies of the maximum size, made to be as expensive as possible.
var hostileTexts = map[string]string{
	"numbers":      fill("[", "0,", "0]"),
	"arrays":       fill("[", "[],", "0]"),
	"objects":      fill("{", `"":{},`, `"":0}`),
	"keys":         fill("{", `"k":0,`, `"k":0}`),
	"escaped keys": fill("{", `"\n":0,`, `"":0}`),
	"longer keys":  fill("{", `"l\u0061nd":0,`, `"":0}`),
	"order fields": fill("{", `"land":"","summe":0,"artikel":[{}],"kunde":{},`, `"":0}`),
	"commas":       fill(`"\n`, `,`, `"`),
	"half pairs":   fill(`"`, `\ud800`, `"`),
	"bad bytes":    fill(`["`, "\xff", `"]`),
	"bad strings":  fill(`[`, "\"\xff\",", `0]`),
	"digits":       fill(`{"summe":"0x`, "f", `"}`),
	"decimals":     fill(`{"summe":`, "9", `}`),
}

// fill repeats piece between start and end up to bodyLimit.
func fill(start, piece, end string) string {
	return start + strings.Repeat(piece, (bodyLimit-len(start)-len(end))/len(piece)) + end
}

// nested returns texts with this many arrays and objects within each other.
func nested(levels int) []string {
	arrays, objects := strings.Repeat("[", levels), strings.Repeat(`{"a":`, levels)
	core := []string{"0", "[]"}[levels%2]
	return []string{
		arrays + strings.Repeat("]", levels),
		objects + "0" + strings.Repeat("}", levels),
		strings.Repeat(`[{"a":`, levels/2) + core + strings.Repeat("}]", levels/2),
	}
}

func TestR32_DepthEndsAtTheLimit(t *testing.T) {
	t.Parallel()
	shallow := append(nested(jsvalue.MaxDepth), fill("[", "[[{}]],", `"[[[[[["]`), strings.Repeat(" ", 100)+"[]")
	for _, text := range shallow {
		if _, err := jsvalue.Parse([]byte(text)); err != nil {
			t.Errorf("%.100q…: %v", text, err)
		}
	}
	for _, levels := range []int{jsvalue.MaxDepth + 1, 10_000, 10_001, 1_000_000} {
		for _, text := range append(nested(levels), strings.Repeat("[", levels)) {
			if _, err := jsvalue.Parse([]byte(text)); err == nil {
				t.Errorf("%d levels of %.20q… were accepted", levels, text)
			}
		}
	}
}

func TestR32_DeepNestingIsRefusedEarly(t *testing.T) {
	t.Parallel()
	text := []byte(strings.Repeat("[", 1_000_000))
	fastest := time.Hour // of a few runs: other tests share the processors
	for range 5 {
		start := time.Now()
		if _, err := jsvalue.Parse(text); err == nil {
			t.Fatal("accepted")
		}
		fastest = min(fastest, time.Since(start))
	}
	if fastest > 100*time.Millisecond {
		t.Errorf("took %v", fastest)
	}
}

func TestParse_SizeLimit(t *testing.T) {
	t.Parallel()
	text := []byte(`"` + strings.Repeat("a", jsvalue.MaxSize-2) + `"`)
	if v, err := jsvalue.Parse(text); err != nil || len(v.Text()) != jsvalue.MaxSize-2 {
		t.Errorf("at the limit: %d bytes, %v", len(v.Text()), err)
	}
	if _, err := jsvalue.Parse(append(text, ' ')); err == nil {
		t.Error("one byte more was accepted")
	}
}

// TestR32_MemoryStaysFlat counts all allocations while a hostile body is read,
// including garbage. It is not parallel, because the count covers the whole process.
func TestR32_MemoryStaysFlat(t *testing.T) {
	for name, text := range hostileTexts {
		data := []byte(text)
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		body, err := jsvalue.Parse(data)
		readOrder(body)
		runtime.ReadMemStats(&after)
		if err != nil {
			t.Errorf("%s: %v", name, err)
		}
		taken := after.TotalAlloc - before.TotalAlloc
		t.Logf("%s: %d KiB", name, taken>>10)
		if taken > 12*bodyLimit {
			t.Errorf("%s: a body of %d KiB took %d KiB", name, len(data)>>10, taken>>10)
		}
	}
}

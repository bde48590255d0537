package database

import (
	"errors"
	"fmt"
	"math"
	"testing"
)

// Every kind of value counts, and so does its position.
func TestChecksumTellsRowsApart(t *testing.T) {
	t.Parallel()
	sums := make(map[checksum]string)
	for _, rows := range [][][]any{
		{}, {{nil}}, {{""}}, {{int64(0)}}, {{0.0}}, {{[]byte{}}}, {{"a", "bc"}}, {{"ab", "c"}}, {{"bc", "a"}},
		{{"a"}, {"a"}}, {{"a"}}, {{int64(1)}, {int64(2)}}, {{int64(1)}, {int64(3)}}, {{math.Copysign(0, -1)}},
	} {
		var sum checksum
		for _, row := range rows {
			if err := sum.add(row); err != nil {
				t.Fatal(err)
			}
		}
		if other, taken := sums[sum]; taken {
			t.Errorf("%v and %s have one sum", rows, other)
		}
		sums[sum] = fmt.Sprint(rows)
	}
	var forward, backward checksum
	for i := range int64(10) {
		errors.Join(forward.add([]any{i}), backward.add([]any{9 - i}))
	}
	if forward != backward {
		t.Error("the order of rows counts")
	}
	if err := forward.add([]any{true}); err == nil {
		t.Error("a truth value was summed")
	}
}

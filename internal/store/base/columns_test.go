package base

import "testing"

func TestValueLists(t *testing.T) {
	t.Parallel()
	if got, want := ValueLists(2, 2), "($1, $2), ($3, $4)"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	if got, want := ValueLists(1, 1), "($1)"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

package rescue_test

import (
	"bytes"
	"errors"
	"log/slog"
	"strings"
	"testing"

	"kontor/internal/rescue"
)

// R13: a panic in the background is logged without its content, and the caller carries
// on.
func TestR13_PanicIsLoggedAndEndsItsPartAlone(t *testing.T) {
	t.Parallel()
	var nothing map[string]int
	for what, test := range map[string]struct {
		part func()
		said string
	}{
		"a value":         {func() { panic("max@example.de") }, "panic=string"},
		"an error":        {func() { panic(errors.New("max@example.de")) }, "panic=*errors.errorString"},
		"the runtime's":   {func() { nothing["x"] = 1 }, "assignment to entry in nil map"},
		"in a deep place": {func() { func() { panic(7) }() }, "panic=int"},
	} {
		var log bytes.Buffer
		err := rescue.Run(slog.New(slog.NewTextHandler(&log, nil)), "outbox", test.part)
		if !errors.Is(err, rescue.ErrPanic) {
			t.Errorf("%s: %v", what, err)
		}
		for _, part := range []string{"level=ERROR", "msg=panic", "job=outbox", test.said, "rescue_test.go"} {
			if !strings.Contains(log.String(), part) {
				t.Errorf("%s: no %q in %s", what, part, &log)
			}
		}
		if strings.Contains(log.String(), "max@example.de") {
			t.Errorf("%s: the log says %s", what, &log)
		}
	}
	var log bytes.Buffer
	done := false
	if err := rescue.Run(slog.New(slog.NewTextHandler(&log, nil)), "outbox", func() { done = true }); err != nil || !done || log.Len() > 0 {
		t.Errorf("without a panic: %v, done %v, log %s", err, done, &log)
	}
}

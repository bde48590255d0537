package main

import (
	"bytes"
	"encoding/json"
	stdlog "log"
	"strings"
	"testing"
)

// S6, S7: net/http's client, for one, writes to the standard log what a service sent
// unasked. It becomes a line in the shop's format, without the quotation.
func TestS7_LibrariesQuoteNothingInTheLog(t *testing.T) {
	before := stdlog.Writer()
	defer stdlog.SetOutput(before)
	var out bytes.Buffer
	takeLibraryLog(newLog(&out, "json"))
	stdlog.Printf("Unsolicited response received on idle HTTP channel starting with %q", "erika@example.org\n{}")
	var line struct{ Level, Msg string }
	if err := json.Unmarshal(out.Bytes(), &line); err != nil || line.Level != "WARN" || line.Msg == "" {
		t.Errorf("%q: %v", out.String(), err)
	}
	if strings.Contains(out.String(), "erika") {
		t.Errorf("the log quotes: %s", out.String())
	}
}

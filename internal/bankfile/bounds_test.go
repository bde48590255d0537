package bankfile_test

import (
	"runtime"
	"strings"
	"testing"

	"kontor/internal/bankfile"
)

const (
	camtHead = `<Document><BkToCstmrStmt><Stmt><Ntry><Amt Ccy="EUR">1</Amt><CdtDbtInd>CRDT</CdtDbtInd><Sts>BOOK</Sts><BookgDt><Dt>2026-11-20</Dt></BookgDt><NtryDtls>`
	camtTail = `</NtryDtls></Ntry></Stmt></BkToCstmrStmt></Document>`
	mtHead   = ":20:A\n:60F:C261101EUR0,\n:61:2611201120C1,00N\n:86:166"
	csvHead  = "Buchungstag;Verwendungszweck;Betrag\n"
)

// Files of any size, each growing in one kind of content.
var growing = map[string]func(n int) string{
	"CAMT, one entry of many payments": func(n int) string {
		return camtHead + strings.Repeat("<TxDtls><RmtInf><Ustrd>Bestellung BK-2026-0042 vom Montag, vielen Dank</Ustrd></RmtInf></TxDtls>", n/90) + camtTail
	},
	"CAMT, one payment of many texts": func(n int) string {
		return camtHead + "<TxDtls><RmtInf>" + strings.Repeat("<Ustrd>a</Ustrd>", n/16) + "</RmtInf></TxDtls>" + camtTail
	},
	"CAMT, many empty payments":    func(n int) string { return camtHead + strings.Repeat("<TxDtls/>", n/9) + camtTail },
	"CAMT, many attributes":        func(n int) string { return "<a" + strings.Repeat(` b=""`, n/5) + "/>" },
	"CAMT, many levels":            func(n int) string { return strings.Repeat("<a>", n/3) },
	"CAMT, a long text":            func(n int) string { return camtHead + strings.Repeat("a", n) },
	"MT940, a field of many lines": func(n int) string { return mtHead + strings.Repeat("\nabcdefghijklmnopqrstuvwxyz", n/27) },
	"MT940, a field of many parts": func(n int) string { return mtHead + strings.Repeat("?20", n/3) },
	"MT940, many fields":           func(n int) string { return mtHead + strings.Repeat("\n-", n/2) },
	"CSV, a line of many cells":    func(n int) string { return csvHead + strings.Repeat(";", n) },
	"CSV, a line without a table":  func(n int) string { return strings.Repeat(";", n) },
	"CSV, a row of many lines":     func(n int) string { return csvHead + strings.Repeat("\"\n\";", n/4) },
	"CSV, many rows of many cells": func(n int) string { return csvHead + strings.Repeat(strings.Repeat(";", 160)+"\n", n/161) },
	"CSV, in Windows-1252":         func(n int) string { return csvHead + strings.Repeat("\x80", n) },
}

// Reading takes memory in proportion to the file, and little more than the file itself,
// whatever it is full of.
func TestReadingIsLinear(t *testing.T) {
	for name, file := range growing {
		size := 1 << 20
		if underRace {
			size /= 4 // it takes ten times as long
		}
		small, large := allocated(file(size)), allocated(file(4*size))
		if large > 6*small+uint64(size) {
			t.Errorf("%s: %d KiB for %d KiB, %d KiB for four times as much", name, small>>10, size>>10, large>>10)
		}
		if underRace || strings.HasPrefix(name, "CAMT") {
			continue // parsing XML makes garbage, which this counts too
		}
		if full := allocated(file(bankfile.MaxFile - 1024)); full > 64<<20 {
			t.Errorf("%s: %d KiB for the largest file", name, full>>10)
		}
	}
}

// allocated returns how many bytes are allocated while a file is read.
func allocated(file string) uint64 {
	content := []byte(file)
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	_, _ = bankfile.Read(content) // some of them are refused
	runtime.ReadMemStats(&after)
	return after.TotalAlloc - before.TotalAlloc
}

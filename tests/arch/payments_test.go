package arch

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

var (
	testFunction = regexp.MustCompile(`(?m)((?:^//.*\n)*)^func (Test\w+)\(`)
	caseCode     = regexp.MustCompile(`(?m)^\| (T[0-9]+) \|`)
	caseRow      = regexp.MustCompile(`(?m)^\| (T[0-9]+) \|.*\|(.*)\|$`)
	namedTest    = regexp.MustCompile("`(Test\\w+)`")
)

// docs/payments.md promises a test for every case of a payment. Each test that it names
// exists, and its comment or name says which cases it covers. The cases are those that
// docs/rules.md explains.
func TestEveryPaymentCaseHasItsTests(t *testing.T) {
	t.Parallel()
	document, err := os.ReadFile("../../docs/payments.md")
	if err != nil {
		t.Fatal(err)
	}
	said := testsOfTheRepository(t)
	for _, found := range namedTest.FindAllStringSubmatch(string(document), -1) {
		if said[found[1]] == "" {
			t.Errorf("there is no %s", found[1])
		}
	}
	rules, err := os.ReadFile("../../docs/rules.md")
	if err != nil {
		t.Fatal(err)
	}
	_, section, _ := strings.Cut(string(rules), "\n## Payments\n")
	section, _, _ = strings.Cut(section, "\n## ")
	if rows, explained := caseCodes(string(document)), caseCodes(section); !slices.Equal(rows, explained) {
		t.Errorf("docs/payments.md has the cases %v, docs/rules.md explains %v", rows, explained)
	}
	for _, row := range caseRow.FindAllStringSubmatch(string(document), -1) {
		tests := namedTest.FindAllStringSubmatch(row[2], -1)
		if len(tests) == 0 {
			t.Errorf("%s has no test", row[1])
		}
		for _, test := range tests {
			if !regexp.MustCompile(`(\b|_|Test)` + row[1] + `(\b|_)`).MatchString(said[test[1]]) {
				t.Errorf("%s does not say that it is about %s", test[1], row[1])
			}
		}
	}
}

// caseCodes returns the codes of the cases in a document's tables, in their order.
func caseCodes(document string) (codes []string) {
	for _, row := range caseCode.FindAllStringSubmatch(document, -1) {
		codes = append(codes, row[1])
	}
	return codes
}

// testsOfTheRepository returns comment and name of each test.
func testsOfTheRepository(t *testing.T) map[string]string {
	t.Helper()
	said := make(map[string]string)
	err := filepath.WalkDir("../..", func(path string, entry fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case entry.IsDir() && (entry.Name() == ".git" || entry.Name() == "node_modules"):
			return fs.SkipDir
		case entry.IsDir() || !strings.HasSuffix(path, "_test.go"):
			return nil
		}
		source, err := os.ReadFile(path)
		for _, found := range testFunction.FindAllStringSubmatch(string(source), -1) {
			said[found[2]] = found[1] + found[2]
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return said
}

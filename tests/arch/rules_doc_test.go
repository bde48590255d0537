package arch

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"unicode"
)

var (
	ruleCode  = regexp.MustCompile(`^[A-Z][0-9]{1,2}$`)
	codeRange = regexp.MustCompile(`^([A-Z])([0-9]{1,2})to([A-Z])([0-9]{1,2})$`)
	testName  = regexp.MustCompile(`^(?:Test|Fuzz|Benchmark)(.+)$`)
	// caseName matches the beginning of a case's name or of a test's message: codes,
	// then words.
	caseName = regexp.MustCompile(`^[A-Z][0-9]{1,2}(,? [A-Z][0-9]{1,2})*:? [^ ]`)
	// citedRules matches citations in comments of code other than tests.
	citedRules = regexp.MustCompile(`\bRules?:? ([A-Z][0-9]{1,2}(?:, [A-Z][0-9]{1,2})*)`)
	pointer    = regexp.MustCompile(`\bSpec:\s*(.*?)\.?$`)
	pointed    = regexp.MustCompile(`^(.+, (?:rule|flow))s? ([0-9]+)(?: (to|and) ([0-9]+))?$`)
	tableRow   = regexp.MustCompile(`^\| (.+?) \|`)
	numbered   = regexp.MustCompile(`^([0-9]+)\. `)
	backquoted = regexp.MustCompile("`([^`]+)`")
)

// ruleSection is a section of docs/rules.md with the codes that it explains.
type ruleSection struct {
	title string
	files map[string]bool // pattern → whether a matching test carries a row; none: all files
	rows  map[string]bool // code → whether a test carries it
}

// rulesDocument is the content of docs/rules.md.
type rulesDocument struct {
	sections []*ruleSection
	places   map[string]bool // what a Spec pointer may name
}

// Every code in a test has its row in docs/rules.md, every row has a test that carries
// it, and every Spec pointer in the code names a paragraph there.
func TestEveryRuleIsExplainedAndTested(t *testing.T) {
	t.Parallel()
	source, err := os.ReadFile("../../docs/rules.md")
	if err != nil {
		t.Fatal(err)
	}
	document, problems := readRules(string(source))
	for file, parsed := range goFiles(t, "../..") {
		problems = append(problems, document.check(file, parsed)...)
	}
	for _, section := range document.sections {
		for code, carried := range section.rows {
			if !carried {
				problems = append(problems, fmt.Sprintf("no test carries %s of %q", code, section.title))
			}
		}
		for pattern, matched := range section.files {
			if !matched {
				problems = append(problems, fmt.Sprintf("%q is only in %s, and no test there carries a row of it", section.title, pattern))
			}
		}
	}
	slices.Sort(problems)
	for _, problem := range slices.Compact(problems) {
		t.Error(problem)
	}
}

// goFiles parses all Go files below root.
func goFiles(t *testing.T, root string) map[string]*ast.File {
	t.Helper()
	files, set := make(map[string]*ast.File), token.NewFileSet()
	err := filepath.WalkDir(root, func(name string, entry fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case entry.IsDir() && (entry.Name() == ".git" || entry.Name() == "node_modules"):
			return fs.SkipDir
		case entry.IsDir() || !strings.HasSuffix(name, ".go"):
			return nil
		}
		relative, err := filepath.Rel(root, name)
		if err != nil {
			return err
		}
		files[filepath.ToSlash(relative)], err = parser.ParseFile(set, name, nil, parser.ParseComments|parser.SkipObjectResolution)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return files
}

// readRules parses the document, and reports codes that it explains twice.
func readRules(text string) (*rulesDocument, []string) {
	d := &rulesDocument{places: make(map[string]bool)}
	var problems []string
	section, list := &ruleSection{}, ""
	for line := range strings.Lines(text) {
		line = strings.TrimSpace(line)
		row := tableRow.FindStringSubmatch(line)
		switch item := numbered.FindStringSubmatch(line); {
		case strings.HasPrefix(line, "## "):
			section = &ruleSection{line[3:], make(map[string]bool), make(map[string]bool)}
			d.sections, d.places[section.title] = append(d.sections, section), true
		case strings.HasPrefix(line, "Only in "):
			for _, found := range backquoted.FindAllStringSubmatch(line, -1) {
				section.files[found[1]] = false
			}
		case line == "Rules:", line == "Flow:":
			list = strings.ToLower(strings.TrimRight(line, "s:"))
		case item != nil:
			d.places[section.title+", "+list+" "+item[1]] = true
		case row != nil && ruleCode.MatchString(row[1]):
			if d.twice(section, row[1]) {
				problems = append(problems, row[1]+" is explained twice")
			}
			section.rows[row[1]] = false
		case row != nil:
			for name := range strings.SplitSeq(row[1], ", ") {
				d.places[section.title+", "+strings.Trim(name, "`")] = true
			}
		}
	}
	return d, problems
}

// twice reports whether another row could apply as well: of the sections that hold for
// all files only one may explain a code.
func (d *rulesDocument) twice(section *ruleSection, code string) bool {
	return slices.ContainsFunc(d.sections, func(s *ruleSection) bool {
		_, known := s.rows[code]
		return known && (s == section || len(s.files)+len(section.files) == 0)
	})
}

// check records the codes that a file carries, and returns those without a row.
func (d *rulesDocument) check(file string, parsed *ast.File) (problems []string) {
	isTest := isOfTests(file)
	for _, code := range codesOf(parsed, isTest) {
		section, patterns := d.explaining(file, code)
		if section == nil {
			problems = append(problems, fmt.Sprintf("%s: docs/rules.md does not explain %s", file, code))
		} else if isTest {
			section.rows[code] = true
			for _, pattern := range patterns {
				section.files[pattern] = true
			}
		}
	}
	for _, line := range commentLines(parsed) {
		if found := pointer.FindStringSubmatch(line); found != nil {
			for _, place := range placesOf(found[1]) {
				if !d.places[place] {
					problems = append(problems, fmt.Sprintf("%s: docs/rules.md has no %q", file, place))
				}
			}
		}
	}
	return problems
}

// isOfTests reports whether a file is a test, or belongs to a package that only tests
// use.
func isOfTests(file string) bool {
	return strings.HasSuffix(file, "_test.go") || strings.HasPrefix(file, "tests/")
}

// explaining returns the section that explains a code in a file, and the section's
// patterns that the file matches; nil: there is none.
func (d *rulesDocument) explaining(file, code string) (usual *ruleSection, _ []string) {
	for _, s := range d.sections {
		if _, known := s.rows[code]; !known {
			continue
		}
		if len(s.files) == 0 {
			usual = s
		}
		var matching []string
		for pattern := range s.files {
			if isAt(file, pattern) {
				matching = append(matching, pattern)
			}
		}
		if matching != nil {
			return s, matching
		}
	}
	return usual, nil
}

// isAt reports whether a file is in the folder named by a pattern, or ends like the
// pattern.
func isAt(file, pattern string) bool {
	if strings.HasSuffix(pattern, "/") {
		return strings.Contains("/"+file, "/"+pattern)
	}
	parts := strings.Split(file, "/")
	last := max(0, len(parts)-strings.Count(pattern, "/")-1)
	matches, err := path.Match(pattern, strings.Join(parts[last:], "/"))
	return err == nil && matches
}

// codesOf returns the codes that a file carries: in a test's comments and names, or
// after "Rules: " in a comment of other code.
func codesOf(file *ast.File, isTest bool) (codes []string) {
	for _, line := range commentLines(file) {
		if isTest {
			codes = append(codes, codesIn(line)...)
		} else if found := citedRules.FindStringSubmatch(line); found != nil {
			codes = append(codes, codesIn(found[1])...)
		}
	}
	if !isTest {
		return codes
	}
	ast.Inspect(file, func(node ast.Node) bool {
		switch n := node.(type) {
		case *ast.FuncDecl:
			if name := testName.FindStringSubmatch(n.Name.Name); name != nil {
				codes = append(codes, codesIn(strings.ReplaceAll(name[1], "_", " "))...)
			}
		case *ast.CompositeLit:
			codes = append(codes, codesOfCase(n)...)
		case *ast.BasicLit:
			if text := textOf(n); caseName.MatchString(text) {
				codes = append(codes, codesIn(text)...)
			}
		}
		return true
	})
	return codes
}

// codesOfCase finds the codes that alone make up a case's name: first in its row, or as
// its key.
func codesOfCase(n *ast.CompositeLit) (codes []string) {
	for i, element := range n.Elts {
		if pair, keyed := element.(*ast.KeyValueExpr); keyed {
			if _, isRow := pair.Value.(*ast.CompositeLit); isRow {
				codes = append(codes, codesIn(textOf(pair.Key))...)
			}
		} else if i == 0 && ruleCode.MatchString(textOf(element)) {
			codes = append(codes, textOf(element))
		}
	}
	return codes
}

// textOf returns the value of a string literal, "" for anything else.
func textOf(e ast.Expr) string {
	if literal, ok := e.(*ast.BasicLit); ok && literal.Kind == token.STRING {
		if text, err := strconv.Unquote(literal.Value); err == nil {
			return text
		}
	}
	return ""
}

func commentLines(file *ast.File) (lines []string) {
	for _, group := range file.Comments {
		for _, comment := range group.List {
			lines = append(lines, strings.Split(comment.Text, "\n")...)
		}
	}
	return lines
}

// codesIn returns the codes among the words of a text, including all codes between X
// and Y for "X to Y" or "XtoY".
func codesIn(text string) (codes []string) {
	words := strings.FieldsFunc(strings.ReplaceAll(text, " to ", "to"), func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsDigit(r) && !strings.ContainsRune("-_/%=+&§", r)
	})
	for _, word := range words {
		if ends := codeRange.FindStringSubmatch(word); ends != nil && ends[1] == ends[3] {
			codes = append(codes, numbersIn(ends[1], ends[2], ends[4])...)
		} else if ruleCode.MatchString(word) {
			codes = append(codes, word)
		}
	}
	return codes
}

// placesOf returns the places in the document that a pointer names.
func placesOf(text string) []string {
	found := pointed.FindStringSubmatch(text)
	switch {
	case found == nil:
		return []string{text}
	case found[3] == "to":
		return numbersIn(found[1]+" ", found[2], found[4])
	case found[3] == "and":
		return []string{found[1] + " " + found[2], found[1] + " " + found[4]}
	default:
		return []string{found[1] + " " + found[2]}
	}
}

// numbersIn puts a prefix before each number from first to last.
func numbersIn(prefix, first, last string) (names []string) {
	from, fromErr := strconv.Atoi(first)
	to, toErr := strconv.Atoi(last)
	for n := from; fromErr == nil && toErr == nil && n <= to; n++ {
		names = append(names, prefix+strconv.Itoa(n))
	}
	return names
}

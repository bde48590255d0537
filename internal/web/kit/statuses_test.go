package kit

import (
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
)

// neverAnswered is a refusal that no request is answered with: it stays with its
// message.
const neverAnswered = "mail_abgelehnt"

// Every refusal declared by a subject of the shop or this package has a status; a
// forgotten one would be answered with 500.
func TestEveryRefusalHasAStatus(t *testing.T) {
	t.Parallel()
	var files []string
	for _, pattern := range []string{"../*.go", "../*/*.go", "../../shop/*.go", "../../shop/*/*.go"} {
		matching, err := filepath.Glob(pattern)
		if err != nil || len(matching) == 0 {
			t.Fatalf("%s: %d files, %v", pattern, len(matching), err)
		}
		files = append(files, matching...)
	}
	found := 0
	for _, file := range files {
		if strings.HasSuffix(file, "_test.go") {
			continue
		}
		parsed, err := parser.ParseFile(token.NewFileSet(), file, nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		ast.Inspect(parsed, func(n ast.Node) bool {
			if code := declaredCode(n); code != "" && code != neverAnswered {
				found++
				if statuses[code] == 0 {
					t.Errorf("%s: %q has no status", file, code)
				}
			}
			return true
		})
	}
	if found != len(statuses) {
		t.Errorf("%d refusals declared, %d have a status", found, len(statuses))
	}
}

// declaredCode returns the code of an &Error{…} literal, or "".
func declaredCode(n ast.Node) string {
	literal, ok := n.(*ast.CompositeLit)
	if !ok || len(literal.Elts) != 2 || !isErrorType(literal.Type) {
		return ""
	}
	value := literal.Elts[0]
	if pair, ok := value.(*ast.KeyValueExpr); ok {
		value = pair.Value
	}
	text, ok := value.(*ast.BasicLit)
	if !ok {
		return ""
	}
	code, _ := strconv.Unquote(text.Value)
	return code
}

func isErrorType(expr ast.Expr) bool {
	switch e := expr.(type) {
	case *ast.Ident:
		return e.Name == "Error"
	case *ast.SelectorExpr:
		return e.Sel.Name == "Error"
	}
	return false
}

package shoptest_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"image"
	"image/png"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"kontor/tests/shoptest"
)

// runGo runs the examples as one program.
func runGo(t *testing.T, _ *shoptest.Shop, examples []example) string {
	t.Helper()
	program := strings.Builder{}
	program.WriteString("package main\n\nimport (\n")
	for _, name := range []string{"fmt", "io", "log", "net/http", "net/http/cookiejar", "os", "strings"} {
		fmt.Fprintf(&program, "\t%q\n", name)
	}
	program.WriteString(")\n\nfunc main() {\n" + examples[0].code + "\n")
	for _, e := range examples[1:] {
		fmt.Fprintf(&program, "\tfunc() {\n\tfmt.Println(\"## %s\")\n%s\n}()\n", e.id, e.code)
	}
	program.WriteString("}\n")
	return runFile(t, "main.go", program.String(), "go", "run")
}

// runJavaScript runs the examples as one module.
func runJavaScript(t *testing.T, _ *shoptest.Shop, examples []example) string {
	t.Helper()
	program := strings.Builder{}
	program.WriteString(examples[0].code + "\n")
	for _, e := range examples[1:] {
		fmt.Fprintf(&program, "{\nconsole.log(\"## %s\");\n%s\n}\n", e.id, e.code)
	}
	return runFile(t, "main.mjs", program.String(), "node")
}

func runFile(t *testing.T, name, content string, command ...string) string {
	t.Helper()
	dir := t.TempDir()
	path := filepath.Join(dir, name)
	for file, data := range map[string][]byte{path: []byte(content), filepath.Join(dir, pictureFile): picture(t)} {
		if err := os.WriteFile(file, data, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	program := exec.CommandContext(t.Context(), command[0], append(command[1:], path)...)
	program.Dir = dir
	output, err := program.CombinedOutput()
	if err != nil {
		t.Fatalf("%v: %s\n%s", err, output, content)
	}
	return string(output)
}

// pictureFile is the name of the file that the examples upload.
const pictureFile = "bild.png"

func picture(t *testing.T) []byte {
	t.Helper()
	var file bytes.Buffer
	if err := png.Encode(&file, image.NewGray(image.Rect(0, 0, 400, 400))); err != nil {
		t.Fatal(err)
	}
	return file.Bytes()
}

// runCurl lets the shell parse the examples and sends what curl would send, so that
// curl itself is not needed, and each answer is checked against the document.
func runCurl(t *testing.T, shop *shoptest.Shop, examples []example) string {
	t.Helper()
	client := shop.Anonymous()
	var output strings.Builder
	for _, e := range examples {
		for _, arguments := range shellCalls(t, e.code) {
			answer := sendAsCurl(t, shop, client, arguments)
			fmt.Fprintf(&output, "## %s\n%d\n", e.id, answer.Status)
		}
	}
	return output.String()
}

// shellCalls returns the arguments of each call of curl in a script.
func shellCalls(t *testing.T, script string) [][]string {
	t.Helper()
	const curl = `curl() { printf '%s\0' "$@"; printf '\1'; }` + "\n"
	output, err := exec.CommandContext(t.Context(), "sh", "-c", curl+script).Output()
	if err != nil {
		t.Fatalf("%v: %s", err, script)
	}
	var calls [][]string
	for call := range strings.SplitSeq(strings.TrimSuffix(string(output), "\x01"), "\x01") {
		calls = append(calls, strings.Split(strings.TrimSuffix(call, "\x00"), "\x00"))
	}
	return calls
}

func sendAsCurl(t *testing.T, shop *shoptest.Shop, client *shoptest.Client, arguments []string) shoptest.Answer {
	t.Helper()
	path, ok := strings.CutPrefix(arguments[0], shop.URL)
	if !ok {
		t.Fatalf("curl %q is not for this shop", arguments[0])
	}
	method, body, headers, file := http.MethodGet, any(nil), []string(nil), false
	for i := 1; i < len(arguments); i += 2 {
		switch option := arguments[i]; option {
		case "-X":
			method = arguments[i+1]
		case "-H":
			headers = append(headers, arguments[i+1])
		case "-d", "--data-binary":
			body, file = arguments[i+1], option == "--data-binary"
			if method == http.MethodGet {
				method = http.MethodPost
			}
		case "-b", "-c": // the client keeps cookies by itself
		case "-OJ":
			i-- // has no value
		default:
			t.Fatalf("curl has an option %s that this test does not know", option)
		}
	}
	if body == "@"+pictureFile {
		body = string(picture(t))
	}
	if text, ok := body.(string); ok && !file && !json.Valid([]byte(text)) {
		t.Fatalf("curl sends what is not JSON: %s", text)
	}
	return client.Do(method, path, body, headers...)
}

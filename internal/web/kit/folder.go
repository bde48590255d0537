package kit

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"io/fs"
	"net/http"
	"path"
	"regexp"
	"slices"
)

// Folder is a set of files that refer to each other, such as script modules, under a
// URL with a hash of all of them. Browsers may keep each for ever.
type Folder struct {
	prefix  string // of the URLs, with a slash at its end
	version string // the hash
	files   map[string]Asset
	imports map[string][]string // by a script module: the files that it imports
}

// Assets are the style sheets and scripts of the entry pages and of every other page.
// They are outside the gates and contain no secrets.
var Assets = LoadFolder("/zugang/assets/", Dir{Files: files, Name: "static"})

// ServeAsset serves one of [Assets].
func ServeAsset(w http.ResponseWriter, r *http.Request) error { return Assets.Serve(w, r, true) }

// ContentTypes do not depend on what the machine has registered.
var ContentTypes = map[string]string{
	".css": "text/css; charset=utf-8",
	".js":  "text/javascript; charset=utf-8",
	".svg": "image/svg+xml; charset=utf-8",
}

// KeepForEver lets browsers keep what never changes under its URL.
const KeepForEver = "max-age=31536000, immutable"

// Dir is a directory of compiled-in files.
type Dir struct {
	Files fs.FS
	Name  string
}

// SharedModules are script modules that every folder serves as its own, since a script
// cannot know the hash in another folder's URL.
var SharedModules = Dir{Files: files, Name: "modules"}

// LoadFolder returns the files of several directories. No two may have the same name.
func LoadFolder(prefix string, dirs ...Dir) Folder {
	f := Folder{prefix: prefix, files: make(map[string]Asset), imports: make(map[string][]string)}
	digest := sha256.New()
	for _, from := range dirs {
		names, err := fs.Glob(from.Files, from.Name+"/*")
		if err != nil || names == nil {
			panic(fmt.Sprintf("web: no files in %s: %v", from.Name, err)) // compiled in
		}
		for _, name := range names {
			f.add(digest, from.Files, name)
		}
	}
	f.version = hex.EncodeToString(digest.Sum(nil)[:6])
	return f
}

func (f Folder) add(digest io.Writer, files fs.FS, name string) {
	content, err := fs.ReadFile(files, name)
	if err != nil {
		panic(err) // compiled in
	}
	file := path.Base(name)
	if _, taken := f.files[file]; taken {
		panic("web: two files named " + file)
	}
	fmt.Fprintf(digest, "%s %d\n%s", file, len(content), content)
	f.files[file] = NewAsset(ContentTypes[path.Ext(file)], content)
	f.imports[file] = importsOf(content)
}

// imported matches a line of a script module that imports another file.
var imported = regexp.MustCompile(`(?:from|^import) "\./([a-z_]+\.js)";\n$`)

// importsOf returns the files that a script module imports.
func importsOf(module []byte) (names []string) {
	for line := range bytes.Lines(module) {
		if !bytes.HasSuffix(line, []byte(".js\";\n")) {
			continue // the expression takes a while, at each start of the program
		}
		if found := imported.FindSubmatch(line); found != nil {
			names = append(names, string(found[1]))
		}
	}
	return names
}

// URL returns the URL of a file, for templates.
func (f Folder) URL(name string) (string, error) {
	if _, ok := f.files[name]; !ok {
		return "", fmt.Errorf("web: no file %q", name)
	}
	return f.prefix + f.version + "/" + name, nil
}

// Modules returns the URLs of all files that a script module needs, the module itself
// first, so that browsers can fetch them at once instead of discovering one in another.
func (f Folder) Modules(name string) ([]string, error) {
	names, addresses := []string{name}, []string(nil)
	for i := 0; i < len(names); i++ {
		address, err := f.URL(names[i])
		if err != nil {
			return nil, err
		}
		addresses = append(addresses, address)
		for _, next := range f.imports[names[i]] {
			if !slices.Contains(names, next) {
				names = append(names, next)
			}
		}
	}
	return addresses, nil
}

// Serve answers with a file. During an update, pages of another version may request it;
// they get this one, but must not keep it. Only public files may be kept by shared
// caches.
func (f Folder) Serve(w http.ResponseWriter, r *http.Request, shared bool) error {
	file, ok := f.files[r.PathValue("file")]
	if !ok {
		return ErrNotFound
	}
	switch {
	case r.PathValue("version") != f.version:
	case shared:
		w.Header().Set("Cache-Control", "public, "+KeepForEver)
	default:
		w.Header().Set("Cache-Control", "private, "+KeepForEver)
	}
	return file.write(w, r)
}

package web

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"net/http"
	"path"
	"regexp"
	"slices"
)

// folder is a set of files that name each other, such as script modules, under
// an address with a hash of all of them. Browsers may keep each for ever.
type folder struct {
	prefix  string // of the addresses, with a slash at its end
	version string // the hash
	files   map[string]asset
}

// sharedModules are script modules that every folder serves as its own, since an
// address with a hash cannot be known to a script of another folder.
const sharedModules = "static/modules"

// shopFiles are the storefront's scripts and style sheets.
var shopFiles = loadFolder("/assets/", "static/shop", sharedModules)

func loadFolder(prefix string, dirs ...string) folder {
	f := folder{prefix: prefix, files: make(map[string]asset)}
	digest := sha256.New()
	for _, dir := range dirs {
		entries, err := staticFiles.ReadDir(dir)
		if err != nil {
			panic(err) // compiled in
		}
		for _, entry := range entries {
			content, err := staticFiles.ReadFile(path.Join(dir, entry.Name()))
			if err != nil {
				panic(err) // compiled in
			}
			if _, taken := f.files[entry.Name()]; taken {
				panic("web: two files " + entry.Name())
			}
			fmt.Fprintf(digest, "%s %d\n%s", entry.Name(), len(content), content)
			f.files[entry.Name()] = newAsset(contentTypes[path.Ext(entry.Name())], content)
		}
	}
	f.version = hex.EncodeToString(digest.Sum(nil)[:6])
	return f
}

// url returns the address of a file, for templates.
func (f folder) url(name string) (string, error) {
	if _, ok := f.files[name]; !ok {
		return "", fmt.Errorf("web: no file %q", name)
	}
	return f.prefix + f.version + "/" + name, nil
}

// imported finds the files that a script module imports.
var imported = regexp.MustCompile(`(?m)(?:from|^import) "\./([a-z_]+\.js)";$`)

// modules returns the addresses of all files that a script module needs, its own
// first, so that browsers can fetch them at once and need not find one in another.
func (f folder) modules(name string) ([]string, error) {
	names, addresses := []string{name}, []string(nil)
	for i := 0; i < len(names); i++ {
		address, err := f.url(names[i])
		if err != nil {
			return nil, err
		}
		addresses = append(addresses, address)
		for _, found := range imported.FindAllSubmatch(f.files[names[i]].content, -1) {
			if next := string(found[1]); !slices.Contains(names, next) {
				names = append(names, next)
			}
		}
	}
	return addresses, nil
}

// serve answers with a file. During an update, pages of another version may ask
// for it; they get this one, but must not keep it. Only what everybody may see may
// be kept by caches that several people share.
func (f folder) serve(w http.ResponseWriter, r *http.Request, shared bool) error {
	file, ok := f.files[r.PathValue("file")]
	if !ok {
		return errNotFound
	}
	switch {
	case r.PathValue("version") != f.version:
	case shared:
		w.Header().Set("Cache-Control", "public, "+keepForEver)
	default:
		w.Header().Set("Cache-Control", "private, "+keepForEver)
	}
	return file.write(w, r)
}

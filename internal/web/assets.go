package web

import (
	"crypto/sha256"
	"embed"
	"encoding/hex"
	"fmt"
	"net/http"
	"path"
	"strings"
)

//go:embed static
var staticFiles embed.FS

// assets are the style sheets and scripts that the entry pages need, and with
// them every other page. They stand outside the gates and hold no secrets.
var assets = loadAssets("static/zugang", "/zugang/assets/")

// contentTypes do not depend on what the machine has registered.
var contentTypes = map[string]string{
	".css": "text/css; charset=utf-8",
	".js":  "text/javascript; charset=utf-8",
	".svg": "image/svg+xml; charset=utf-8",
}

// assetSet is a folder of files under names with a hash of their content, so
// that browsers may keep each for ever.
type assetSet struct {
	urls  map[string]string // by file name
	files map[string]asset  // by name with hash
}

func loadAssets(dir, prefix string) assetSet {
	set := assetSet{urls: make(map[string]string), files: make(map[string]asset)}
	entries, err := staticFiles.ReadDir(dir)
	if err != nil {
		panic(err) // compiled in
	}
	for _, entry := range entries {
		content, err := staticFiles.ReadFile(path.Join(dir, entry.Name()))
		if err != nil {
			panic(err) // compiled in
		}
		digest := sha256.Sum256(content)
		extension := path.Ext(entry.Name())
		hashed := strings.TrimSuffix(entry.Name(), extension) + "." + hex.EncodeToString(digest[:6]) + extension
		set.urls[entry.Name()] = prefix + hashed
		set.files[hashed] = newAsset(contentTypes[extension], content)
	}
	return set
}

// url returns the address of a file, for templates.
func (a assetSet) url(name string) (string, error) {
	url, ok := a.urls[name]
	if !ok {
		return "", fmt.Errorf("web: no asset %q", name)
	}
	return url, nil
}

// gateAsset serves one of [assets].
func (s *Server) gateAsset(w http.ResponseWriter, r *http.Request) error {
	file, ok := assets.files[r.PathValue("file")]
	if !ok {
		return errNotFound
	}
	w.Header().Set("Cache-Control", "public, "+keepForEver)
	return file.write(w, r)
}

// keepForEver lets browsers keep what never changes under its address.
const keepForEver = "max-age=31536000, immutable"

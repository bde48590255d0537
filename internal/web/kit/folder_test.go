package kit

import (
	"os"
	"path"
	"regexp"
	"slices"
	"testing"
)

// Pages list exactly the modules that their script needs, each once: a missing module
// is discovered late, an extra one is fetched for nothing.
func TestModulesOfScripts(t *testing.T) {
	t.Parallel()
	anyImport := regexp.MustCompile(`(?:from|import) "\./([a-z_]+\.js)"`)
	for _, part := range []string{"../office", "../storefront"} {
		files := LoadFolder("/x/", Dir{Files: os.DirFS(part), Name: "static"}, SharedModules)
		for name := range files.files {
			if path.Ext(name) != ".js" {
				continue
			}
			addresses, err := files.Modules(name)
			if err != nil || path.Base(addresses[0]) != name {
				t.Errorf("%s: %v, %v", name, addresses, err)
			}
			var got []string
			for _, address := range addresses {
				got = append(got, path.Base(address))
			}
			needed := []string{name}
			for i := 0; i < len(needed); i++ {
				for _, found := range anyImport.FindAllStringSubmatch(string(files.files[needed[i]].Content), -1) {
					if !slices.Contains(needed, found[1]) {
						needed = append(needed, found[1])
					}
				}
			}
			if slices.Sort(got); !slices.Equal(got, slices.Sorted(slices.Values(needed))) {
				t.Errorf("%s names %v, needs %v", name, got, needed)
			}
		}
	}
	if _, err := Assets.Modules("gibtsnicht.js"); err == nil {
		t.Error("a script that does not exist")
	}
}

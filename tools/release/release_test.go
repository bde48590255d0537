package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// W22: two clones in different places, and in the full run with nothing compiled
// before, make the same files.
func TestW22_EveryCloneMakesTheSameRelease(t *testing.T) {
	first := makeRelease(t)
	clone := filepath.Join(t.TempDir(), "another", "place")
	command(t, "git", "clone", "-q", first.root, clone)
	if thorough() {
		t.Setenv("GOCACHE", t.TempDir())
	}
	second, err := releaseFrom(clone, first.version, filepath.Join(t.TempDir(), "dist"))
	if err != nil {
		t.Fatal(err)
	}
	sums := read(t, filepath.Join(first.to, sumsName))
	if again := read(t, filepath.Join(second.to, sumsName)); again != sums {
		t.Errorf("one clone makes\n%sthe other\n%s", sums, again)
	}
	for _, kind := range []string{".tar.gz", ".cdx.json", ".deb", "oci.tar", "LICENSES/std/LICENSE", "monitoring/kontor.rules.yml"} {
		if !strings.Contains(sums, kind) {
			t.Errorf("there is no %s in\n%s", kind, sums)
		}
	}
	if files, err := filesIn(first.to); err != nil || len(files) != strings.Count(sums, "\n")+1 {
		t.Errorf("%s lists %d of %d files, %v", sumsName, strings.Count(sums, "\n"), len(files), err)
	}
	command(t, "sh", "-c", `cd "$1" && sha256sum --quiet -c `+sumsName, "sh", first.to)
}

// W22: the tag is the version.
func TestW22_TheTagIsTheVersion(t *testing.T) {
	t.Parallel()
	r, program := makeRelease(t), filepath.Join(unpack(t), here.program())
	said := command(t, program, "version")
	if first, _, _ := strings.Cut(said, "\n"); first != "Kontor     "+r.version {
		t.Errorf("the program of %s says\n%s", r.version, said)
	}
	if !strings.Contains(said, "Quelltext  "+r.revision+" vom ") {
		t.Errorf("the program of commit %s says\n%s", r.revision, said)
	}
	if text := read(t, filepath.Join(root, "go.mod")); strings.Contains(text, "\nreplace ") {
		t.Error("go.mod replaces a module, which no version may")
	}
	if _, err := releaseFrom(r.root, r.version, r.to); err == nil || !strings.Contains(err.Error(), "not empty") {
		t.Errorf("a second release in the same folder: %v", err)
	}
}

// W22: what differs from the committed version, or has none, is not released.
func TestW22_OnlyACommittedTaggedAndDescribedVersionIsReleased(t *testing.T) {
	t.Parallel()
	const changelog = "# Changelog\n\n## Unreleased\n\n- later\n\n## 1.2.0\n\n## 1.1.0 (2026-11-23)\n\n- earlier\n\n## 1.0.0\n\n- first\n"
	tests := []struct{ version, change, problem string }{
		{"v1.1.0", "", ""},
		{"1.1.0", "", "is no version"},
		{"v1.1", "", "is no version"},
		{"v1.1.0", "echo x >>CHANGELOG.md", "not everything is committed"},
		{"v1.1.0", "echo x >new", "not everything is committed"},
		{"v1.0.0", "", "does not carry the tag v1.0.0"},
		{"v1.1.0", commit + " --allow-empty", "does not carry the tag v1.1.0"},
		{"v1.1.1", "git tag v1.1.1", "no section \"## 1.1.1\""},
		{"v1.2.0", "git tag v1.2.0", "says nothing about 1.2.0"},
	}
	for _, tt := range tests {
		t.Run(tt.version+" "+tt.change, func(t *testing.T) {
			t.Parallel()
			clone := t.TempDir()
			write(t, filepath.Join(clone, "CHANGELOG.md"), changelog)
			command(t, "sh", "-ec", "cd $0; git init -q .; git add .; "+commit+"; git tag v1.1.0; "+tt.change, clone)
			_, err := openSource(clone, tt.version)
			if (err == nil) != (tt.problem == "") || err != nil && !strings.Contains(err.Error(), tt.problem) {
				t.Errorf("%v, want %q", err, tt.problem)
			}
		})
	}
}

// The program fits a small server.
func TestProgramStaysSmall(t *testing.T) {
	t.Parallel()
	const limit = 45 << 20
	info, err := os.Stat(filepath.Join(unpack(t), here.program()))
	if err != nil {
		t.Fatal(err)
	}
	if info.Size() > limit {
		t.Errorf("the program has %d bytes, more than %d", info.Size(), limit)
	}
}

// A signature holds for the list of files as it was signed, and for releases only.
func TestSignature(t *testing.T) {
	dir := t.TempDir()
	write(t, filepath.Join(dir, "file"), "content")
	if err := writeSums(dir); err != nil {
		t.Fatal(err)
	}
	t.Setenv(signerVariable, "")
	if err := sign(dir); err != nil {
		t.Error(err)
	}
	signature := filepath.Join(dir, sumsName+".sig")
	if _, err := os.Stat(signature); err == nil {
		t.Fatal("signed without a key")
	}
	key := filepath.Join(t.TempDir(), "key")
	command(t, "ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-C", "", "-f", key)
	t.Setenv(signerVariable, key)
	if err := sign(dir); err != nil {
		t.Fatal(err)
	}
	signers := filepath.Join(t.TempDir(), "signers")
	write(t, signers, "kontor "+read(t, key+".pub"))
	verify := `exec ssh-keygen -Y verify -f "$0" -I kontor -n "$1" -s "$2" <"$3"`
	sums := filepath.Join(dir, sumsName)
	command(t, "sh", "-c", verify, signers, namespace, signature, sums)
	changed := filepath.Join(t.TempDir(), "changed")
	write(t, changed, strings.Replace(read(t, sums), "  file", "  fil", 1))
	command(t, "sh", "-c", "! ("+verify+") 2>/dev/null", signers, namespace, signature, changed)
	command(t, "sh", "-c", "! ("+verify+") 2>/dev/null", signers, "file", signature, sums)
}

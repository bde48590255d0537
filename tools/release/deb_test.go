package main

import (
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// machine is a folder in which dpkg installs packages as if it were all of a machine.
// What the packages' scripts ask of systemd is written to a file.
type machine struct {
	t     *testing.T
	root  string
	tools string
}

func newMachine(t *testing.T) *machine {
	t.Helper()
	m := &machine{t, t.TempDir(), t.TempDir()}
	for _, name := range []string{"status", "available", "info/format", "updates/.keep"} {
		content := ""
		if name == "info/format" {
			content = "1\n"
		}
		write(t, filepath.Join(m.root, "var/lib/dpkg", name), content)
	}
	os.Remove(filepath.Join(m.root, "var/lib/dpkg/updates/.keep"))
	systemctl := filepath.Join(m.tools, "systemctl")
	write(t, systemctl, "#!/bin/sh\necho \"$*\" >>'"+m.path("asked")+"'\n")
	if err := os.Chmod(systemctl, 0o755); err != nil {
		t.Fatal(err)
	}
	return m
}

// boot makes it a machine on which systemd runs.
func (m *machine) boot() { write(m.t, m.path("run/systemd/system/.keep"), "") }

func (m *machine) path(name string) string { return filepath.Join(m.root, name) }

// dpkg runs dpkg, whoever the user is, and returns what it prints.
func (m *machine) dpkg(args ...string) string {
	m.t.Helper()
	cmd := exec.Command("dpkg", append([]string{"--root=" + m.root, "--log=/dev/null", "--force-not-root", "--force-script-chrootless"}, args...)...)
	cmd.Env = append(os.Environ(), "LC_ALL=C", "PATH="+m.tools+":/usr/sbin:/sbin:"+os.Getenv("PATH"))
	out, err := cmd.CombinedOutput()
	if err != nil {
		m.t.Fatalf("dpkg %q: %v\n%s", args, err, out)
	}
	return string(out)
}

// asked checks what the scripts have asked of systemd since the last time.
func (m *machine) asked(want ...string) {
	m.t.Helper()
	said, _ := os.ReadFile(m.path("asked")) // not there: nothing
	os.Remove(m.path("asked"))
	if got, want := strings.TrimSpace(string(said)), strings.Join(want, "\n"); got != want {
		m.t.Errorf("systemd was asked\n%s\nwant\n%s", got, want)
	}
}

// has checks whether a file is there.
func (m *machine) has(name string, want bool) {
	m.t.Helper()
	if _, err := os.Stat(m.path(name)); (err == nil) != want {
		m.t.Errorf("%s: %v, want it there: %v", name, err, want)
	}
}

// W23: the package installs, upgrades, goes and comes back, and never touches the shop's
// settings and data; only purging takes the settings, and leaves the data.
func TestW23_PackageKeepsSettingsAndData(t *testing.T) {
	t.Parallel()
	r, m := makeRelease(t), newMachine(t)
	program, config, data := m.path("usr/bin/kontor"), "etc/kontor/kontor.conf", "var/lib/kontor/kontor.db"
	if said := m.dpkg("-i", r.path(here.arch+".deb")); !strings.Contains(said, "noch kein Shop. Anlegen: kontor init ") {
		t.Errorf("installing says\n%s", said)
	}
	m.asked()
	m.has(config, false)
	m.has(docs+"LICENSES/std/LICENSE", true)
	m.has(docs+"copyright", true)
	m.has(docs+"changelog.gz", true)
	for _, unit := range []string{"kontor.service", "kontor.socket"} {
		if read(t, m.path("usr/lib/systemd/system/"+unit)) != read(t, filepath.Join(root, "packaging/systemd", unit)) {
			t.Errorf("another %s is installed", unit)
		}
	}
	unchanged := m.newShop(program, config, data)
	m.boot()
	if said := m.dpkg("-i", nextPackage(t, r, program)); strings.Contains(said, "kontor: ") {
		t.Errorf("upgrading says\n%s", said)
	}
	m.asked("daemon-reload", "try-restart kontor.service")
	unchanged(config, data)
	command(t, program, "migrate", "status", "--config", m.path(config))

	m.dpkg("-r", "kontor")
	m.asked("disable --now kontor.socket kontor.service", "daemon-reload")
	m.has("usr/bin/kontor", false)
	unchanged(config, data)

	if said := m.dpkg("-i", r.path(here.arch+".deb")); strings.Contains(said, "kontor: ") {
		t.Errorf("installing again says\n%s", said)
	}
	m.asked("daemon-reload", "try-restart kontor.service")
	unchanged(config, data)

	if said := m.dpkg("-P", "kontor"); !strings.Contains(said, "die Daten des Shops bleiben in /var/lib/kontor") {
		t.Errorf("purging says\n%s", said)
	}
	m.has("usr/bin/kontor", false)
	m.has("etc/kontor", false)
	unchanged(data)
}

// newShop makes a shop, and returns a function that checks whether files of it are as
// they were then.
func (m *machine) newShop(program, config, data string) (unchanged func(files ...string)) {
	m.t.Helper()
	command(m.t, program, "init", "--config", m.path(config), "--data-dir", filepath.Dir(m.path(data)), "--base-url", "https://shop.example")
	before := map[string]string{config: read(m.t, m.path(config)), data: read(m.t, m.path(data))}
	return func(files ...string) {
		m.t.Helper()
		for _, name := range files {
			if read(m.t, m.path(name)) != before[name] {
				m.t.Errorf("%s has changed", name)
			}
		}
	}
}

// nextPackage returns the package of a higher version with the same program.
func nextPackage(t *testing.T, r *release, program string) string {
	t.Helper()
	next := r.source
	next.version += "9"
	shared, err := r.shared(nil)
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "next.deb")
	err = create(path, func(w io.Writer) error {
		return next.writeDeb(w, here, []byte(read(t, program)), shared, t.TempDir())
	})
	if err != nil {
		t.Fatal(err)
	}
	return path
}

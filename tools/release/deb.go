package main

import (
	"bytes"
	"io"
	"io/fs"
	"path/filepath"
	"strings"

	"github.com/goreleaser/nfpm/v2"
	"github.com/goreleaser/nfpm/v2/deb"
	"github.com/goreleaser/nfpm/v2/files"
)

const docs = "usr/share/doc/kontor/"

const description = `web shop with orders, payments and administration
Kontor is the whole server of a small web shop in one program: storefront and
checkout in four languages, bank transfer and PayPal, customer accounts, and
the operator's administration. Its data is one SQLite file, or PostgreSQL.`

// writeDeb writes the Debian package of a program. The folder is for files on their way
// into it.
func (s source) writeDeb(w io.Writer, t target, program []byte, shared []file, dir string) error {
	contents, err := debFiles(program, shared)
	if err != nil {
		return err
	}
	scripts := filepath.Join(s.root, "packaging", "debian")
	info := nfpm.WithDefaults(&nfpm.Info{
		Name: "kontor", Arch: t.arch, Platform: "linux", Version: s.number(),
		Section: "web", Priority: "optional", Maintainer: "The Kontor authors <kontor@localhost>",
		Description: description, License: "Apache-2.0", MTime: s.date, DisableGlobbing: true,
		Overridables: nfpm.Overridables{
			Recommends: []string{"ca-certificates"},
			Scripts: nfpm.Scripts{
				PostInstall: filepath.Join(scripts, "postinst"),
				PreRemove:   filepath.Join(scripts, "prerm"),
				PostRemove:  filepath.Join(scripts, "postrm"),
			},
		},
	})
	for _, f := range contents {
		content := &files.Content{Destination: "/" + f.path, Type: files.TypeDir, FileInfo: &files.ContentFileInfo{Mode: f.mode.Perm(), MTime: s.date}}
		if !f.mode.IsDir() {
			content.Source, content.Type = filepath.Join(dir, f.path), files.TypeFile
			if err := create(content.Source, func(w io.Writer) error { _, err := w.Write(f.data); return err }); err != nil {
				return err
			}
		}
		info.Contents = append(info.Contents, content)
	}
	return deb.Default.Package(info, w)
}

// debFiles returns the files of the package, where they get installed.
func debFiles(program []byte, shared []file) ([]file, error) {
	all := []file{
		{path: "usr/bin/kontor", mode: 0o755, data: program},
		{path: "etc/kontor", mode: fs.ModeDir | 0o755},
	}
	for _, f := range shared {
		switch folder, name, _ := strings.Cut(f.path, "/"); folder {
		case "LICENSE": // Debian has its text, to which the copyright points
		case "CHANGELOG.md":
			var packed bytes.Buffer
			err := compress(&packed, func(w io.Writer) error { _, err := w.Write(f.data); return err })
			if err != nil {
				return nil, err
			}
			all = append(all, file{path: docs + "changelog.gz", mode: 0o644, data: packed.Bytes()})
		case "NOTICE", "LICENSES":
			all = append(all, file{path: docs + f.path, mode: 0o644, data: f.data})
		case "systemd":
			all = append(all, file{path: "usr/lib/systemd/system/" + name, mode: 0o644, data: f.data})
		default:
			all = append(all, file{path: docs + "examples/" + f.path, mode: 0o644, data: f.data})
		}
	}
	return append(all, file{path: docs + "copyright", mode: 0o644, data: []byte(copyright)}), nil
}

const copyright = `Format: https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/
Upstream-Name: kontor

Files: *
Copyright: 2026 The Kontor authors
License: Apache-2.0
Comment: The program contains libraries and fonts of others; their licences are
 in /usr/share/doc/kontor/LICENSES.

License: Apache-2.0
 On Debian systems the text of the Apache License, Version 2.0, is in
 /usr/share/common-licenses/Apache-2.0.
`

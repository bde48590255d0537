package main

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	v1 "github.com/google/go-containerregistry/pkg/v1"
)

// release is a version on its way into a folder.
type release struct {
	source
	targets []target
	to      string // the folder, which must be empty
}

// make writes the version's files.
func (r *release) make() error {
	if entries, err := os.ReadDir(r.to); len(entries) > 0 {
		return fmt.Errorf("the folder %s is not empty: remove it", filepath.Base(r.to))
	} else if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	work, err := os.MkdirTemp("", "kontor-release-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(work)
	modules, err := modulesOf(r.root, r.targets)
	if err != nil {
		return err
	}
	shared, err := r.shared(modules)
	if err != nil {
		return err
	}
	if err := r.programs(modules, shared, work); err != nil {
		return err
	}
	if err := r.loose(shared); err != nil {
		return err
	}
	if err := writeSums(r.to); err != nil {
		return err
	}
	return sign(r.to)
}

// shared returns what accompanies every program: licences, changelog, units, examples.
func (r *release) shared(modules []module) (all []file, err error) {
	for _, name := range []string{"LICENSE", "NOTICE", "CHANGELOG.md"} {
		data, err := os.ReadFile(filepath.Join(r.root, name))
		if err != nil {
			return nil, err
		}
		all = append(all, file{path: name, mode: 0o644, data: data})
	}
	for _, m := range modules {
		texts, err := m.files()
		if err != nil {
			return nil, err
		}
		all = append(all, below("LICENSES", texts)...)
	}
	for _, dir := range []string{"packaging", "deploy"} {
		found, err := filesIn(filepath.Join(r.root, dir))
		if err != nil {
			return nil, err
		}
		for _, f := range found {
			if !strings.HasPrefix(f.path, "debian/") {
				all = append(all, f)
			}
		}
	}
	return all, nil
}

// programs writes what there is for each target, and the images of all.
func (r *release) programs(modules []module, shared []file, work string) error {
	licences := make(map[string]string)
	for _, m := range modules {
		licences[m.path] = m.licence
	}
	var images []v1.Image
	for _, t := range r.targets {
		dir := filepath.Join(work, t.String())
		info, err := r.build(t, dir)
		if err != nil {
			return err
		}
		program, err := os.ReadFile(filepath.Join(dir, t.program()))
		if err != nil {
			return err
		}
		bom := func(w io.Writer) error { return r.writeBOM(w, program, info, licences) }
		archive := func(w io.Writer) error { return r.writeArchive(w, t, program, shared) }
		if err := errors.Join(create(r.path(t.String()+".cdx.json"), bom), create(r.path(t.String()+".tar.gz"), archive)); err != nil {
			return err
		}
		if !t.packed() {
			continue
		}
		image, err := r.pack(t, program, shared, dir)
		if err != nil {
			return err
		}
		images = append(images, image)
	}
	return create(r.path("oci.tar"), func(w io.Writer) error { return r.writeIndex(w, images, filepath.Join(work, "oci")) })
}

// pack writes a target's package and image, and returns the latter.
func (r *release) pack(t target, program []byte, shared []file, dir string) (v1.Image, error) {
	deb := func(w io.Writer) error { return r.writeDeb(w, t, program, shared, filepath.Join(dir, "deb")) }
	if err := create(r.path(t.arch+".deb"), deb); err != nil {
		return nil, err
	}
	image, err := r.imageOf(t, program, shared)
	if err != nil {
		return nil, err
	}
	return image, create(r.path("image_"+t.arch+".tar"), func(w io.Writer) error { return r.writeImage(w, image) })
}

// writeArchive writes a program with what accompanies it.
func (r *release) writeArchive(w io.Writer, t target, program []byte, shared []file) error {
	all := append([]file{{path: t.program(), mode: 0o755, data: program}}, shared...)
	folder := "kontor_" + r.number() + "_" + t.String()
	return compress(w, func(w io.Writer) error { return writeTar(w, below(folder, all), r.date) })
}

// path returns where a file of the release is written.
func (r *release) path(name string) string {
	return filepath.Join(r.to, "kontor_"+r.number()+"_"+name)
}

// loose writes what people want to read without unpacking anything: licences, and the
// rules and pictures of monitoring.
func (r *release) loose(shared []file) error {
	for _, f := range shared {
		folder, _, _ := strings.Cut(f.path, "/")
		if folder != "LICENSES" && folder != "monitoring" {
			continue
		}
		if err := create(filepath.Join(r.to, f.path), func(w io.Writer) error { _, err := w.Write(f.data); return err }); err != nil {
			return err
		}
	}
	return nil
}

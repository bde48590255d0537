package main

import (
	"bytes"
	"io"
	"io/fs"
	"strings"
	"time"

	"github.com/google/go-containerregistry/pkg/name"
	v1 "github.com/google/go-containerregistry/pkg/v1"
	"github.com/google/go-containerregistry/pkg/v1/empty"
	"github.com/google/go-containerregistry/pkg/v1/layout"
	"github.com/google/go-containerregistry/pkg/v1/mutate"
	"github.com/google/go-containerregistry/pkg/v1/tarball"
	"github.com/google/go-containerregistry/pkg/v1/types"
)

// nobody is the user as whom the image runs the shop: no account of the machine's.
const nobody = 65532

// imageOf returns the image with a program and nothing else: no shell, no libraries. The
// program brings the certificates of authorities and the time zones itself.
func (s source) imageOf(t target, program []byte, shared []file) (v1.Image, error) {
	contents := []file{
		{path: "tmp", mode: fs.ModeDir | 0o777},
		{path: "usr/bin/kontor", mode: 0o755, data: program},
		{path: "var/lib/kontor", mode: fs.ModeDir | 0o700, uid: nobody},
	}
	for _, f := range shared {
		if folder, _, _ := strings.Cut(f.path, "/"); folder == "LICENSE" || folder == "NOTICE" || folder == "LICENSES" {
			contents = append(contents, file{path: docs + f.path, mode: f.mode, data: f.data})
		}
	}
	var packed bytes.Buffer
	if err := writeTar(&packed, contents, s.date); err != nil {
		return nil, err
	}
	layer, err := tarball.LayerFromOpener(func() (io.ReadCloser, error) { return io.NopCloser(bytes.NewReader(packed.Bytes())), nil },
		tarball.WithMediaType(types.OCILayer))
	if err != nil {
		return nil, err
	}
	image, err := mutate.AppendLayers(mutate.ConfigMediaType(mutate.MediaType(empty.Image, types.OCIManifestSchema1), types.OCIConfigJSON), layer)
	if err != nil {
		return nil, err
	}
	config, err := image.ConfigFile()
	if err != nil {
		return nil, err
	}
	config.OS, config.Architecture, config.Created = t.os, t.arch, v1.Time{Time: s.date}
	config.Config = s.imageConfig()
	return mutate.ConfigFile(image, config)
}

func (s source) imageConfig() v1.Config {
	return v1.Config{
		User: "65532:65532", Entrypoint: []string{"/usr/bin/kontor"}, WorkingDir: "/var/lib/kontor",
		Env:          []string{"PATH=/usr/bin", "DATA_DIR=/var/lib/kontor", "LISTEN_ADDR=:8080"},
		Volumes:      map[string]struct{}{"/var/lib/kontor": {}},
		ExposedPorts: map[string]struct{}{"8080/tcp": {}},
		Healthcheck:  &v1.HealthConfig{Test: []string{"CMD", "/usr/bin/kontor", "healthcheck"}, Interval: 30 * time.Second, Timeout: 5 * time.Second, StartPeriod: time.Minute, Retries: 3},
		Labels: map[string]string{
			"org.opencontainers.image.title":    "Kontor",
			"org.opencontainers.image.version":  s.number(),
			"org.opencontainers.image.revision": s.revision,
			"org.opencontainers.image.created":  s.date.Format(time.RFC3339),
			"org.opencontainers.image.licenses": "Apache-2.0",
		},
	}
}

// imageName returns what an image is called where it is loaded.
func (s source) imageName() string { return "localhost/kontor:" + s.number() }

// writeImage writes an image as the archive that docker load and podman load read.
func (s source) writeImage(w io.Writer, image v1.Image) error {
	tag, err := name.NewTag(s.imageName())
	if err != nil {
		return err
	}
	return tarball.Write(tag, image, w)
}

// writeIndex writes the images of all architectures as one archive in the layout of OCI,
// from which tools for registries upload them under one name. The folder is for files on
// their way into it.
func (s source) writeIndex(w io.Writer, images []v1.Image, dir string) error {
	index := mutate.IndexMediaType(empty.Index, types.OCIImageIndex)
	for _, image := range images {
		config, err := image.ConfigFile()
		if err != nil {
			return err
		}
		index = mutate.AppendManifests(index, mutate.IndexAddendum{Add: image, Descriptor: v1.Descriptor{Platform: config.Platform()}})
	}
	path, err := layout.Write(dir, empty.Index)
	if err != nil {
		return err
	}
	tagged := layout.WithAnnotations(map[string]string{"org.opencontainers.image.ref.name": s.imageName()})
	if err := path.AppendIndex(index, tagged); err != nil {
		return err
	}
	files, err := filesIn(dir)
	if err != nil {
		return err
	}
	return writeTar(w, files, s.date)
}

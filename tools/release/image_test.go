package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	v1 "github.com/google/go-containerregistry/pkg/v1"
	"github.com/google/go-containerregistry/pkg/v1/layout"
	"github.com/google/go-containerregistry/pkg/v1/validate"
)

// container is what podman has loaded from an image: its files, and how to run them.
type container struct {
	t      *testing.T
	root   string
	volume string
	config v1.Config
}

// load loads an image into a store of its own. That takes root, whom only CI needs to be.
func load(t *testing.T, archive, name string) *container {
	t.Helper()
	if os.Geteuid() != 0 && os.Getenv("CI") != "true" {
		t.Skip("only root can mount an image")
	}
	running, err := os.MkdirTemp("", "kontor-") // podman refuses paths of more than 50 characters
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.RemoveAll(running) })
	store := []string{"--root", t.TempDir(), "--runroot", running, "--storage-driver", "vfs"}
	podman := func(args ...string) string {
		return strings.TrimSpace(command(t, "podman", append(slices.Clone(store), args...)...))
	}
	if said := podman("load", "-q", "-i", archive); !strings.HasSuffix(said, name) {
		t.Errorf("podman says %q", said)
	}
	c := &container{t: t, root: podman("image", "mount", name), volume: t.TempDir()}
	t.Cleanup(func() { podman("image", "unmount", name) })
	var images []struct {
		Config       v1.Config
		Architecture string
	}
	if err := json.Unmarshal([]byte(podman("image", "inspect", name)), &images); err != nil || len(images) != 1 || images[0].Architecture != here.arch {
		t.Fatalf("podman inspects %+v, %v", images, err)
	}
	c.config = images[0].Config
	if err := os.Chown(c.volume, nobody, nobody); err != nil {
		t.Fatal(err)
	}
	return c
}

// command returns the command that runs the image as a container engine would, with
// nothing to write to but the volume. It has no network namespace of its own.
func (c *container) command(args ...string) *exec.Cmd {
	run := []string{"--mount", "sh", "-c", `root=$0 volume=$1 user=$2; shift 2
		mount --bind "$root" "$root" && mount -o remount,bind,ro "$root" && mount --bind "$volume" "$root/var/lib/kontor" &&
		exec chroot --userspec="$user" "$root" "$@"`, c.root, c.volume, c.config.User}
	cmd := exec.Command("unshare", slices.Concat(run, c.config.Entrypoint, args)...)
	cmd.Env = append(slices.Clone(c.config.Env), "PATH=/usr/sbin:/usr/bin:/sbin:/bin")
	cmd.SysProcAttr = &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL}
	return cmd
}

// W23: the image that podman has loaded makes and runs a shop as a user without any
// rights, on a root that nobody can write to.
func TestW23_ImageRunsAsNobodyOnAReadOnlyRoot(t *testing.T) {
	t.Parallel()
	r := makeRelease(t)
	c := load(t, r.path("image_"+here.arch+".tar"), r.imageName())
	if c.config.User != "65532:65532" || len(c.config.Volumes) != 1 {
		t.Errorf("the image has %+v", c.config)
	}
	if _, err := os.Stat(filepath.Join(c.root, docs, "LICENSES", "std", "LICENSE")); err != nil {
		t.Error(err)
	}
	if !strings.Contains(read(t, r.path(here.String()+".cdx.json")), "x509roots/fallback") {
		t.Error("neither the image nor the program has certificates of authorities")
	}
	said, err := c.command("init", "--config", "kontor.conf", "--base-url", "https://shop.example").CombinedOutput()
	if err == nil {
		t.Errorf("in a folder that cannot be written to, init says\n%s", said)
	}
	const config = "/var/lib/kontor/kontor.conf"
	said, err = c.command("init", "--config", config, "--base-url", "https://shop.example").CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, said)
	}
	c.serve("--config", config, "--listen-addr", "127.0.0.1:0")
}

var (
	listening = regexp.MustCompile(`127\.0\.0\.1:[0-9]+`)
	ownUser   = regexp.MustCompile(`(?m)^Uid:\t65532\t65532\t65532\t65532$`)
)

// serve runs the shop until it has answered, and ends it.
func (c *container) serve(args ...string) {
	c.t.Helper()
	cmd := c.command(append([]string{"serve"}, args...)...)
	stderr, err := cmd.StderrPipe()
	if err == nil {
		err = cmd.Start()
	}
	if err != nil {
		c.t.Fatal(err)
	}
	timer := time.AfterFunc(time.Minute, func() { cmd.Process.Kill() })
	defer timer.Stop()
	var said strings.Builder
	lines := bufio.NewScanner(io.TeeReader(stderr, &said))
	address := ""
	for address == "" && lines.Scan() {
		address = listening.FindString(lines.Text())
	}
	status, _ := os.ReadFile(fmt.Sprintf("/proc/%d/status", cmd.Process.Pid))
	if !ownUser.Match(status) {
		c.t.Errorf("it runs as\n%s", status)
	}
	response, err := http.Get("http://" + address + "/healthz")
	if err != nil || response.StatusCode != http.StatusOK {
		c.t.Errorf("%v, %+v\n%s", err, response, &said)
	}
	cmd.Process.Signal(syscall.SIGTERM)
	for lines.Scan() {
	}
	if err := cmd.Wait(); err != nil {
		c.t.Errorf("it ends with %v\n%s", err, &said)
	}
}

// W23: the archive for registries holds the images of all architectures under one name.
func TestW23_IndexHoldsEveryImage(t *testing.T) {
	t.Parallel()
	r, dir := makeRelease(t), t.TempDir()
	command(t, "tar", "-C", dir, "-xf", r.path("oci.tar"))
	outer, err := layout.ImageIndexFromPath(dir)
	if err != nil {
		t.Fatal(err)
	}
	if err := validate.Index(outer); err != nil {
		t.Error(err)
	}
	named, err := outer.IndexManifest()
	if err != nil || len(named.Manifests) != 1 || named.Manifests[0].Annotations["org.opencontainers.image.ref.name"] != r.imageName() {
		t.Fatalf("%+v, %v", named, err)
	}
	inner, err := outer.ImageIndex(named.Manifests[0].Digest)
	if err != nil {
		t.Fatal(err)
	}
	images, err := inner.IndexManifest()
	if err != nil {
		t.Fatal(err)
	}
	var got, want []string
	for _, image := range images.Manifests {
		got = append(got, image.Platform.String())
	}
	for _, tt := range tried() {
		if tt.packed() {
			want = append(want, tt.os+"/"+tt.arch)
		}
	}
	if !slices.Equal(got, want) {
		t.Errorf("the index has %q, want %q", got, want)
	}
}

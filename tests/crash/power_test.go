//go:build linux

package crash

import (
	"bytes"
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"kontor/tests/crowd"
)

// W11: the power fails under load, so that what the file system had only in memory is
// gone. Every answered order is there once and complete, and the next start needs no
// help.
func TestW11_PowerCutLosesNothing(t *testing.T) {
	t.Parallel()
	if _, err := program(); err != nil { // not part of the first start
		t.Fatal(err)
	}
	d := newPowered(t)
	times, result := rounds(3, 30), new(ordealResult)
	o := &ordeal{t: t, dir: filepath.Join(d.mounted, "data"), ledger: make(crowd.Ledger), result: result,
		counted: make(map[string]bool), found: make(map[string]bool)}
	for round := range times {
		o.open()
		if round == 0 {
			o.shop.createCoupon()
		} else {
			o.checkShop()
			o.sendAgain()
		}
		o.loadUntil(func() {
			o.freeze()
			d.cut()
		})
		d.restore()
		o.audit()
		if t.Failed() {
			t.Fatalf("round %d failed", round)
		}
	}
	o.open()
	o.checkShop()
	o.shop.stop()
	o.audit()
	o.result.acknowledged += o.ledger.Acknowledged()
	t.Logf("%d power cuts: %+v", times, *result)
	if result.acknowledged < 10*times {
		t.Error("the load was too light to prove anything")
	}
}

// loadUntil lets customers order until one of them, who has just received a 201, makes
// something happen that ends all answers.
func (o *ordeal) loadUntil(happens func()) {
	last := 1 + rand.Int64N(400)
	l := &crowd.Load{URL: o.shop.url, Timeout: patience, Clients: 32, Next: crowd.Ordinary, Operator: o.operator}
	killed := o.shop.process
	l.OnAcknowledged = func(n int64) {
		if n == last {
			happens()
			killed.Strike()
		}
	}
	maps.Copy(o.ledger, l.Run())
	o.shop.kill()
}

// freeze stops the process where it is: with the power gone nobody gets an answer.
func (o *ordeal) freeze() {
	pid := o.shop.process.Pid()
	if err := unix.Kill(pid, unix.SIGSTOP); err != nil {
		o.t.Errorf("stop the process: %v", err)
	}
	for until := time.Now().Add(patience); time.Now().Before(until); time.Sleep(time.Millisecond) {
		// The state follows the name in parentheses.
		stat, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
		if err != nil || bytes.Contains(stat, []byte(") T ")) {
			return
		}
	}
	o.t.Error("the process goes on")
}

// powered is a file system on a disk whose power can be cut.
type powered struct {
	t              *testing.T
	image, mounted string
}

// newPowered makes an ext4 in a file. That takes root, whom only CI needs to be.
func newPowered(t *testing.T) *powered {
	t.Helper()
	if os.Geteuid() != 0 && os.Getenv("CI") != "true" {
		t.Skip("only root can mount a file system")
	}
	dir := t.TempDir()
	d := &powered{t, filepath.Join(dir, "disk"), filepath.Join(dir, "mounted")}
	file, err := os.Create(d.image)
	if err == nil {
		err = file.Truncate(256 << 20)
		file.Close()
	}
	if err == nil {
		err = os.Mkdir(d.mounted, 0o700)
	}
	if err != nil {
		t.Fatal(err)
	}
	d.run("mkfs.ext4", "-q", "-F", d.image)
	d.mount()
	t.Cleanup(func() { unix.Unmount(d.mounted, unix.MNT_DETACH) })
	return d
}

func (d *powered) run(name string, args ...string) {
	d.t.Helper()
	if said, err := exec.Command(name, args...).CombinedOutput(); err != nil {
		d.t.Fatalf("%s %q: %v\n%s", name, args, err, said)
	}
}

func (d *powered) mount() {
	d.t.Helper()
	d.run("mount", "-o", "loop", d.image, d.mounted)
}

// ext4Shutdown, with goingDownWithoutLog, ends a mounted ext4 at once, without writing
// its journal.
const (
	ext4Shutdown        = 0x8004587d
	goingDownWithoutLog = 2
)

// cut ends the file system as a power failure does.
func (d *powered) cut() {
	root, err := os.Open(d.mounted)
	if err == nil {
		err = unix.IoctlSetPointerInt(int(root.Fd()), ext4Shutdown, goingDownWithoutLog)
		root.Close()
	}
	if err != nil {
		d.t.Errorf("cut the power: %v", err)
	}
}

// restore mounts what is left on the disk.
func (d *powered) restore() {
	d.t.Helper()
	var err error
	for until := time.Now().Add(patience); time.Now().Before(until); time.Sleep(20 * time.Millisecond) {
		if err = unix.Unmount(d.mounted, 0); err == nil {
			d.mount()
			return
		}
	}
	d.t.Fatal(fmt.Errorf("unmount: %w", err))
}

//go:build linux

package crash

import (
	"encoding/json"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"kontor/internal/backup"
	"kontor/tests/crowd"
)

// maxLog is the largest log that copies may cause. Operations, W15.
const maxLog = 256 << 20

// copying is a shop from which copies are made by another process.
type copying struct {
	t      *testing.T
	data   string
	copies string
	path   string // of the program
}

func newCopying(t *testing.T) *copying {
	t.Helper()
	path, err := program()
	if err != nil {
		t.Fatal(err)
	}
	return &copying{t: t, data: t.TempDir(), copies: filepath.Join(t.TempDir(), "kopien"), path: path}
}

// fill makes up orders.
func (c *copying) fill(orders string) {
	c.t.Helper()
	if out, err := c.command("demo", "--orders="+orders).CombinedOutput(); err != nil {
		c.t.Fatalf("%v\n%s", err, out)
	}
}

func (c *copying) command(args ...string) *exec.Cmd {
	cmd := exec.Command(c.path, args...)
	cmd.Env = []string{"PATH=" + os.Getenv("PATH"), "DATA_DIR=" + c.data, "SICHERUNG_DIR=" + c.copies}
	return cmd
}

// make writes a copy and returns its path.
func (c *copying) make() string {
	c.t.Helper()
	out, err := c.command("backup", "--json").Output()
	var made struct{ Datei string }
	if err == nil {
		err = json.Unmarshal(out, &made)
	}
	if err != nil {
		c.t.Fatalf("%v\n%s", err, out)
	}
	return made.Datei
}

// open checks a copy and unpacks it.
func (c *copying) open(path string) *backup.Opened {
	c.t.Helper()
	o, err := backup.Open(c.t.Context(), path, "", c.t.TempDir())
	if err != nil {
		c.t.Fatal(err)
	}
	return o
}

// acknowledged are the marks of the orders that were answered with 201 so far.
type acknowledged struct {
	mu    sync.Mutex
	marks []string
}

// note is a [crowd.Load.Again] that never sends again.
func (a *acknowledged) note(o *crowd.Order) bool {
	if o.Acknowledged() {
		a.mu.Lock()
		defer a.mu.Unlock()
		a.marks = append(a.marks, o.Mark())
	}
	return false
}

func (a *acknowledged) soFar() []string {
	a.mu.Lock()
	defer a.mu.Unlock()
	return slices.Clone(a.marks)
}

// W1, W15: while customers order, another process makes copies. Each has every order
// that was acknowledged before, with sound books, and the shop's log stays small.
func TestW1_W15_CopiesUnderLoadHaveEveryOrder(t *testing.T) {
	t.Parallel()
	c := newCopying(t)
	c.fill(map[bool]string{false: "1000", true: "20000"}[thorough()])
	s := start(t, c.data)
	var before acknowledged
	stop := make(chan struct{})
	load := (&crowd.Load{URL: s.url, Clients: 8, Timeout: patience, Next: crowd.Plain, Again: before.note, Proceed: func(*crowd.Order) bool {
		select {
		case <-stop:
			return false
		default:
			return true
		}
	}}).Start()
	awaitAcknowledged(t, load, 100)
	pause, enough := time.Duration(rounds(0, int(time.Minute))), time.Duration(rounds(0, int(10*time.Minute)))
	for made, began := 0, time.Now(); made < 3 || time.Since(began) < enough; made++ {
		known := before.soFar()
		o := c.open(c.make())
		c.mustHave(o, known)
		if info, err := os.Stat(filepath.Join(c.data, "kontor.db-wal")); err != nil || info.Size() > maxLog {
			t.Errorf("the log: %v, %v", info, err)
		}
		time.Sleep(pause)
	}
	close(stop)
	ledger := load.Finished()
	var slowest time.Duration
	for _, o := range ledger {
		slowest = max(slowest, o.Took)
	}
	t.Logf("%d orders, the slowest took %v", len(ledger), slowest)
	if ledger.Acknowledged() != len(ledger) || slowest > 30*time.Second {
		t.Errorf("%d of %d orders were taken, the slowest in %v", ledger.Acknowledged(), len(ledger), slowest)
	}
	s.stop()
}

// mustHave expects the orders in a copy, whose books were checked when it was opened.
func (c *copying) mustHave(o *backup.Opened, marks []string) {
	c.t.Helper()
	b := openBooks(c.t, o.Database)
	defer b.close()
	for _, mark := range marks {
		if len(b.Marks[mark]) != 1 {
			c.t.Fatalf("%s was acknowledged before the copy, which has it %d times", mark, len(b.Marks[mark]))
		}
	}
}

// W2: wherever a process that makes a copy is killed, there is no file that is not a
// whole copy, and the next one succeeds.
func TestW2_KilledCopyLeavesNoFile(t *testing.T) {
	t.Parallel()
	c := newCopying(t)
	c.fill("2000")
	began := time.Now()
	c.make()
	whole, unfinished := time.Since(began), 0
	for range rounds(8, 50) {
		cmd := c.command("backup")
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		time.Sleep(rand.N(whole))
		cmd.Process.Kill()
		if cmd.Wait() != nil {
			unfinished++
		}
		c.mustBeWhole(c.copies)
	}
	if unfinished == 0 {
		t.Error("no copy was interrupted")
	}
	c.make()
	if _, err := os.Stat(filepath.Join(c.copies, ".in-arbeit")); !os.IsNotExist(err) {
		t.Errorf("remains of killed copies: %v", err)
	}
}

// mustBeWhole expects only copies that open, and returns their number.
func (c *copying) mustBeWhole(dir string) int {
	c.t.Helper()
	all, err := backup.List(dir)
	if err != nil {
		c.t.Fatal(err)
	}
	for _, f := range all {
		c.open(f.Path).Close()
	}
	return len(all)
}

// onFullDisk makes a copy on a disk of its own, which somebody fills after a while. The
// copies that are there afterwards are put beside the data.
const onFullDisk = `mount -t tmpfs -o size="$1" none "$SICHERUNG_DIR" || exit 99
"$0" backup & copying=$!
sleep "$2"
head -c 64M /dev/zero >"$SICHERUNG_DIR/voll" 2>/dev/null
wait $copying; code=$?
rm "$SICHERUNG_DIR/voll"; ls -A "$SICHERUNG_DIR" >"$DATA_DIR/files"
cp "$SICHERUNG_DIR"/*.tar.zst "$SICHERUNG_DIR"/*.sha256 "$DATA_DIR/found" 2>/dev/null
exit $code`

// W2: a disk that is full, or becomes full meanwhile, leaves no file either, and the
// command fails.
func TestW2_FullDiskLeavesNoFile(t *testing.T) {
	t.Parallel()
	c := newCopying(t)
	c.fill("2000")
	if err := os.MkdirAll(c.copies, 0o700); err != nil {
		t.Fatal(err)
	}
	if out, copies := c.onDisk("2m", "0"); copies != 0 || !strings.Contains(out, "zu wenig Platz") {
		t.Errorf("on a disk that is too small: %d copies\n%s", copies, out)
	}
	for range rounds(4, 50) {
		c.onDisk("24m", []string{"0.1", "0.2", "0.3", "0.4", "0.6"}[rand.IntN(5)])
	}
}

// onDisk returns what the command wrote and the number of copies. It fails unless either
// there is a whole one or the command failed.
func (c *copying) onDisk(size, pause string) (out string, copies int) {
	c.t.Helper()
	found := filepath.Join(c.data, "found")
	if err := os.RemoveAll(found); err != nil {
		c.t.Fatal(err)
	}
	if err := os.Mkdir(found, 0o700); err != nil {
		c.t.Fatal(err)
	}
	cmd := c.command()
	cmd.Path, cmd.Args = "/usr/bin/unshare", []string{"unshare", "-rm", "sh", "-c", onFullDisk, c.path, size, pause}
	text, err := cmd.CombinedOutput()
	if cmd.ProcessState.ExitCode() == 99 {
		c.t.Fatalf("no disk: %s", text)
	}
	copies = c.mustBeWhole(found)
	if (err == nil) != (copies == 1) {
		c.t.Errorf("%d copies, and the command ended with %v\n%s", copies, err, text)
	}
	return string(text), copies
}

// Package thirdparty starts independent services, so that tests do not merely agree with
// our own simulators. Sign-in providers: Dex, in a version that precedes PKCE and
// userinfo, and oidc-provider, which follows the standards to the letter. A certification
// authority: Pebble. Each runs as a process of its own on 127.0.0.1.
package thirdparty

import (
	"bufio"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"
)

const (
	// startLimit is long because Dex may have to be compiled first.
	startLimit = 5 * time.Minute
	stopLimit  = 10 * time.Second
)

// Password is everybody's password at these providers. People are named anna and berta;
// at Dex they sign in as anna@example.org.
const Password = "geheim"

// Server is a running provider.
type Server struct {
	Issuer, ClientID, ClientSecret string
}

// StartDex starts Dex, for a shop with the given redirect URI.
func StartDex(t testing.TB, redirectURI string) *Server {
	t.Helper()
	dir := filepath.Join(root(t), "tests", "dex")
	output(t, "go", "-C", dir, "mod", "download", "github.com/dexidp/dex") // no folder is listed of a module that is not there
	web := output(t, "go", "-C", dir, "list", "-m", "-f", "{{.Dir}}", "github.com/dexidp/dex")
	return start(t, redirectURI, "go", "-C", dir, "run", ".", "-web", filepath.Join(web, "web"), "-password", Password)
}

// StartOIDCProvider starts oidc-provider likewise.
func StartOIDCProvider(t testing.TB, redirectURI string) *Server {
	t.Helper()
	return start(t, redirectURI, "node", filepath.Join(root(t), "tests", "web", "oidc-provider.mjs"))
}

// start runs a provider, which prints its issuer.
func start(t testing.TB, redirectURI string, command ...string) *Server {
	t.Helper()
	s := &Server{ClientID: "shop", ClientSecret: "c:%+&=secret"}
	command = append(command, "--id", s.ClientID, "--secret", s.ClientSecret, "--redirect", redirectURI)
	s.Issuer, _ = run(t, command...)
	return s
}

// run runs a program that prints its address and exits when its standard input ends. It
// returns the address, and what ends the program before the test does.
func run(t testing.TB, command ...string) (address string, stop func()) {
	t.Helper()
	cmd := exec.Command(command[0], command[1:]...)
	var stderr strings.Builder
	cmd.Stderr = &stderr
	stdin, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	stdout, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	tooLong := time.AfterFunc(startLimit, func() { cmd.Process.Kill() })
	line, err := bufio.NewReader(stdout).ReadString('\n')
	tooLong.Stop()
	stop = sync.OnceFunc(func() {
		stdin.Close()
		tooLong := time.AfterFunc(stopLimit, func() { cmd.Process.Kill() })
		defer tooLong.Stop()
		cmd.Wait()
	})
	t.Cleanup(stop)
	if err != nil {
		stop()
		t.Fatalf("%s does not start: %v\n%s", command[0], err, stderr.String())
	}
	return strings.TrimSpace(line), stop
}

// root returns the root folder of the repository.
func root(t testing.TB) string {
	t.Helper()
	return output(t, "go", "list", "-m", "-f", "{{.Dir}}")
}

func output(t testing.TB, command ...string) string {
	t.Helper()
	out, err := exec.CommandContext(t.Context(), command[0], command[1:]...).Output()
	if err != nil {
		t.Fatalf("%s: %v", strings.Join(command, " "), err)
	}
	return strings.TrimSpace(string(out))
}

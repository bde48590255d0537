package main

import (
	"net"
	"net/http"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"kontor/internal/config"
	"kontor/tests/chromium"
)

// TestMain makes the program itself a command of the scripts.
func TestMain(m *testing.M) {
	testscript.Main(chromium.Tests{M: m}, map[string]func(){"kontor": main})
}

// TestScripts runs the program as an operator does. A script starts in an empty
// directory, in which the shop creates its data directory.
func TestScripts(t *testing.T) {
	t.Parallel()
	testscript.Run(t, testscript.Params{
		Dir:                 "testdata/script",
		RequireExplicitExec: true,
		RequireUniqueNames:  true,
		Setup: func(env *testscript.Env) error {
			env.Vars = append(env.Vars, endsAtOnce, "LISTEN_ADDR=127.0.0.1:0")
			env.Values[servingKey{}] = new(*process)
			return nil
		},
		Cmds: map[string]func(*testscript.TestScript, bool, []string){
			"serve":  serveInScript,
			"stop":   stopInScript,
			"get":    getInScript,
			"occupy": occupyInScript,
		},
	})
}

// servingKey is the key of the shop that a script has started.
type servingKey struct{}

func serving(ts *testscript.TestScript) **process { return ts.Value(servingKey{}).(**process) }

// metricsAnnounced matches the metrics' address in the log.
var metricsAnnounced = regexp.MustCompile(`metrics_addr=(127\.0\.0\.1:[0-9]+) `)

// serveInScript is `serve [args]`: start the shop and set $URL, $PORT (with its colon)
// and, if they are on, $METRICS.
func serveInScript(ts *testscript.TestScript, _ bool, args []string) {
	cmd := command(nil, append([]string{"serve"}, args...)...)
	cmd.Dir = ts.MkAbs(".")
	for _, v := range config.Variables() {
		cmd.Env = append(cmd.Env, v.Name+"="+ts.Getenv(v.Name))
	}
	p, err := launch(cmd, nil)
	ts.Check(err)
	ts.Defer(func() { p.cmd.Process.Kill() })
	ts.Setenv("URL", p.url)
	ts.Setenv("PORT", p.url[strings.LastIndex(p.url, ":"):])
	if found := metricsAnnounced.FindStringSubmatch(p.stderr.String()); found != nil {
		ts.Setenv("METRICS", "http://"+found[1]+"/metrics")
	}
	*serving(ts) = p
}

// stopInScript is `stop`: end the shop by SIGTERM and require exit code 0. After that,
// stdout and stderr match its output.
func stopInScript(ts *testscript.TestScript, _ bool, _ []string) {
	p := *serving(ts)
	ts.Check(p.terminate())
	ts.Check(p.wait())
	ts.Stdout().Write([]byte(p.stdout.String()))
	ts.Stderr().Write([]byte(p.stderr.String()))
}

// getInScript is `get URL STATUS`.
func getInScript(ts *testscript.TestScript, _ bool, args []string) {
	client := http.Client{
		Timeout:       patience,
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}
	response, err := client.Get(args[0])
	ts.Check(err)
	response.Body.Close()
	if got := strconv.Itoa(response.StatusCode); got != args[1] {
		ts.Fatalf("%s answers %s, want %s", args[0], got, args[1])
	}
}

// occupyInScript is `occupy`: occupy a port until the script ends and set $ADDR.
func occupyInScript(ts *testscript.TestScript, _ bool, _ []string) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	ts.Check(err)
	ts.Defer(func() { listener.Close() })
	ts.Setenv("ADDR", listener.Addr().String())
}

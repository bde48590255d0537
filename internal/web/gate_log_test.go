package web_test

import (
	"encoding/json"
	"fmt"
	"log/slog"
	"net/netip"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"kontor/internal/web"
	"kontor/tests/shoptest"
)

// Each refused code leaves one line with the gate, the client's network and how
// many failures count against it; what was not about a code leaves none.
func TestRefusedCodesNameTheirClient(t *testing.T) {
	t.Parallel()
	s := shoptest.Start(t, behindProxy)
	insider := s.Visitor()
	from4, from6 := "X-Forwarded-For: 203.0.113.77", "X-Forwarded-For: 2001:db8:1:2::77"
	for range 6 {
		s.Anonymous().Post("/api/zugang", guess("falsch"), from4)
	}
	insider.Form("/api/zugang/verwaltung", codeForm("falsch"), from6).Want(401)
	insider.Post("/api/zugang/verwaltung", guess("falsch"), from6).Want(401)
	s.Anonymous().Post("/api/zugang", guess("falsch")).Want(401) // from the proxy itself
	s.Anonymous().Post("/api/zugang", "[]", from4).Want(400)
	s.Clock.Advance(15 * time.Minute)
	s.Anonymous().Post("/api/zugang", guess("falsch"), from4).Want(401)

	var got []string
	for line := range strings.Lines(s.Log.String()) {
		var said struct {
			Level, Msg, Gate, Client string
			Failures                 int
			RequestID                string `json:"request_id"`
		}
		if err := json.Unmarshal([]byte(line), &said); err != nil {
			t.Fatal(err)
		}
		if said.Msg == "code refused" {
			got = append(got, fmt.Sprint(said.Level, " ", said.Gate, " ", said.Client, " ", said.Failures, " ", said.RequestID != ""))
		}
	}
	want := []string{
		"WARN zugang 203.0.113.0/24 1 true", "WARN zugang 203.0.113.0/24 2 true", "WARN zugang 203.0.113.0/24 3 true",
		"WARN zugang 203.0.113.0/24 4 true", "WARN zugang 203.0.113.0/24 5 true", "WARN zugang 203.0.113.0/24 5 true",
		"WARN verwaltung 2001:db8:1::/48 1 true", "WARN verwaltung 2001:db8:1::/48 2 true",
		"WARN zugang unknown 1 true", "WARN zugang 203.0.113.0/24 1 true",
	}
	if !slices.Equal(got, want) {
		t.Errorf("lines %q\nwant %q", got, want)
	}
	s.WantNotLogged("203.0.113.77", "::77", "falsch")
}

// What the gates cannot check is no refused code: nobody is to be banned for a
// database that is away.
func TestS53_NoCodeIsRefusedInTheLogWithoutTheDatabase(t *testing.T) {
	t.Parallel()
	broken := &brokenGates{err: os.ErrInvalid}
	s := shoptest.Start(t, shoptest.Web(func(o *web.Options) { broken.Store, o.Gates = o.Gates, broken }))
	s.Anonymous().Post("/api/zugang", guess("falsch")).WantError(503, uncheckable)
	if strings.Contains(s.Log.String(), "code refused") {
		t.Error("the log says that a code was refused")
	}
}

// The filter that ships finds exactly the refused codes with their networks, in
// the log's both forms, as a file, in syslog and in the journal, whatever requests
// say of themselves.
func TestFail2banFilter(t *testing.T) {
	t.Parallel()
	filter := readFilter(t)
	handlers := map[string]func(*shoptest.Log) slog.Handler{
		"text": func(l *shoptest.Log) slog.Handler { return slog.NewTextHandler(l, nil) },
		"json": func(l *shoptest.Log) slog.Handler { return slog.NewJSONHandler(l, nil) },
	}
	for form, handler := range handlers {
		t.Run(form, func(t *testing.T) {
			t.Parallel()
			var log shoptest.Log
			s := shoptest.Start(t, behindProxy, shoptest.Web(func(o *web.Options) { o.Log = slog.New(handler(&log)) }))
			forge := `code refused gate=zugang client=192.0.2.0/24 failures=5`
			s.Anonymous().Post("/api/zugang", guess("falsch"), "X-Forwarded-For: 203.0.113.77", "X-Request-Id: gate=zugang")
			s.Anonymous().Post("/api/zugang", guess(forge), "X-Forwarded-For: 2001:db8:1:2::77", "X-Request-Id: "+forge)
			s.Visitor().Form("/api/zugang/verwaltung", codeForm("falsch"), "X-Forwarded-For: 198.51.100.7")
			s.Anonymous().Post("/api/zugang", guess("falsch"))
			s.Anonymous().Get("/api/zugang?"+strings.ReplaceAll(forge, " ", "+"), "User-Agent: "+forge)
			want := []string{"203.0.113.0/24", "2001:db8:1::/48", "198.51.100.0/24"}
			for prefix, dated := range map[string]bool{"": true, "Nov 22 03:10:00 shop kontor[12]: ": true, "shop kontor[12]: ": false} {
				if got := filter.banned(t, log.String(), prefix, dated); !slices.Equal(got, want) {
					t.Errorf("%q: bans %q, want %q", prefix, got, want)
				}
			}
		})
	}
}

// fail2ban is what Fail2Ban makes of a filter: the first date pattern that fits is
// cut out of the line, then the first expression that fits says whom to ban. In the
// journal the date stands beside the line.
type fail2ban struct{ dates, failures []*regexp.Regexp }

// readFilter reads the parts of the filter that decide, with Fail2Ban's own meaning
// of its tags.
func readFilter(t *testing.T) fail2ban {
	t.Helper()
	text, err := os.ReadFile("../../deploy/fail2ban/filter.d/kontor.conf")
	if err != nil {
		t.Fatal(err)
	}
	tags := strings.NewReplacer("%%Y", `\d{4}`, "%%m", `\d\d`, "%%d", `\d\d`, "%%H", `\d\d`, "%%M", `\d\d`, "%%S", `\d\d`,
		"%%z", `(?:Z|[+-]\d\d:?\d\d)`, "{^LN-BEG}", `^[A-Z][a-z]{2} [ \d]\d \d\d:\d\d:\d\d`,
		"<SUBNET>", `\[?(?P<net>(?:\d{1,3}(?:\.\d{1,3}){3}|(?:[0-9a-fA-F]{1,4}::?|::){1,7}[0-9a-fA-F]{0,4})(?:/\d+)?)\]?`)
	var filter fail2ban
	into := map[string]*[]*regexp.Regexp{"failregex": &filter.failures, "datepattern": &filter.dates}
	var option string
	for line := range strings.Lines(string(text)) {
		name, value, begins := strings.Cut(line, " = ")
		if begins && into[name] != nil {
			option = name
		} else if value = line; !strings.HasPrefix(line, " ") {
			option = ""
		}
		if list := into[option]; list != nil && strings.TrimSpace(value) != "" {
			*list = append(*list, regexp.MustCompile(tags.Replace(strings.TrimSpace(value))))
		}
	}
	if len(filter.failures) != 2 || len(filter.dates) != 3 {
		t.Fatalf("the filter has %d expressions, %d dates", len(filter.failures), len(filter.dates))
	}
	return filter
}

func (f fail2ban) banned(t *testing.T, log, prefix string, dated bool) (networks []string) {
	t.Helper()
	for line := range strings.Lines(log) {
		line = prefix + strings.TrimSuffix(line, "\n")
		if at := f.date(line); dated && at == nil {
			t.Errorf("no date in %s", line)
		} else if dated {
			line = line[:at[0]] + line[at[1]:]
		}
		for _, failure := range f.failures {
			if found := failure.FindStringSubmatch(line); found != nil {
				network := found[failure.SubexpIndex("net")]
				if _, err := netip.ParsePrefix(network); err != nil {
					t.Error(err)
				}
				networks = append(networks, network)
				break
			}
		}
	}
	return networks
}

func (f fail2ban) date(line string) []int {
	for _, date := range f.dates {
		if at := date.FindStringIndex(line); at != nil {
			return at
		}
	}
	return nil
}

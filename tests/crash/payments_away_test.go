package crash

import (
	"bytes"
	"fmt"
	"net/http"
	"regexp"
	"strconv"
	"sync"
	"testing"
	"time"

	"kontor/internal/paypal/paypalsim"
	"kontor/tests/crowd"
)

// payPalTimeout is the tills' PAYPAL_TIMEOUT in these tests; after it a route has
// another second to answer.
const (
	payPalTimeout = time.Second
	withPayPal    = payPalTimeout + time.Second
)

// away are the ways in which PayPal can be away.
var away = map[string]func(*paypalsim.Server){
	"down":           func(s *paypalsim.Server) { s.FailAll(paypalsim.Cut) },
	"hanging":        func(s *paypalsim.Server) { s.FailAll(paypalsim.Hang) },
	"slow":           func(s *paypalsim.Server) { s.FailAll(paypalsim.Drip) },
	"endless":        func(s *paypalsim.Server) { s.FailAll(paypalsim.Endless) },
	"a proxy's page": func(s *paypalsim.Server) { s.FailAll(paypalsim.BadGateway) },
	"a wrong page":   func(s *paypalsim.Server) { s.FailAll(paypalsim.CreatedPage) },
	"tokens hanging": func(s *paypalsim.Server) {
		s.RevokeTokens()
		s.Fail(paypalsim.Token, paypalsim.Fault{Kind: paypalsim.Hang, Times: -1})
	},
}

// errand is something that somebody wants from the shop while PayPal is away.
type errand struct {
	name   string
	limit  time.Duration
	status int
	send   func(try int) crowd.Answer
}

// PayPal is down, hangs or answers nonsense. Its routes answer within PAYPAL_TIMEOUT
// plus a second, orders by bank transfer are not affected, and nothing keeps running
// behind the answers for ever. When PayPal is back, everything that buyers approved is
// ordered, once.
func TestPayPalAway(t *testing.T) {
	t.Parallel()
	if _, err := programWithKillpoints(); err != nil { // not part of the first start
		t.Fatal(err)
	}
	for name, leave := range away {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			k := openTill(t, "sqlite")
			k.open(50*time.Millisecond, "PAYPAL_TIMEOUT="+payPalTimeout.String(), "PAYPAL_LIMIT=0", "METRICS_ADDR=127.0.0.1:0",
				"RESEND_API_KEY=") // connections to the mail provider would count
			paidID := k.create("schluessel-der-bezahlten-kasse")
			k.sim.Approve(paidID)
			into(t, k.capture(paidID), http.StatusCreated, new(struct{ ID int64 }))
			var approved []string
			for i := range 4 {
				id := k.create(fmt.Sprintf("schluessel-der-kasse-%d", i))
				k.sim.Approve(id)
				approved = append(approved, id)
			}
			before := k.shop.goroutines()

			leave(k.sim)
			k.runErrands(k.errands(approved))

			k.sim.Heal()
			k.forward()
			b := k.settle(nil)
			for _, id := range approved {
				if len(b.orders[id]) != 1 {
					t.Errorf("%s has %d orders", id, len(b.orders[id]))
				}
			}
			eventually(t, fmt.Sprintf("there are %d goroutines again", before), func() bool {
				k.sim.HangUp()
				return k.shop.goroutines() <= before+2 // with the operator's connection
			})
			k.shop.stop()
		})
	}
}

// errands are what buyers, operators, PayPal and customers without PayPal want.
func (k *till) errands(approved []string) (all []errand) {
	add := func(name string, limit time.Duration, status int, send func(try int) crowd.Answer) {
		all = append(all, errand{name, limit, status, send})
	}
	s, event := k.shop, k.sim.Events()[0]
	for i, id := range append(approved, approved...) { // two browsers for each
		add("capture", withPayPal, http.StatusServiceUnavailable, func(int) crowd.Answer { return s.capture(id) })
		add("create", withPayPal, http.StatusServiceUnavailable, func(try int) crowd.Answer {
			return s.visit(http.MethodPost, "/api/paypal/orders", basket(fmt.Sprintf("schluessel-der-kasse-%d-%d", 10+i, try)))
		})
		add("notification", withPayPal, http.StatusServiceUnavailable, func(int) crowd.Answer { return k.notify(event) })
		add("state", payPalTimeout, http.StatusOK, func(int) crowd.Answer {
			return s.visit(http.MethodGet, "/api/paypal/orders/"+id, nil)
		})
		add("bank transfer", payPalTimeout, http.StatusCreated, func(int) crowd.Answer {
			return s.visit(http.MethodPost, "/api/orders", crowd.Plain(crowd.NewRandom()).Body)
		})
	}
	operator, payment := s.operator(), s.url+"/api/verwaltung/zahlungen/1/"
	add("recheck", withPayPal, http.StatusOK, func(int) crowd.Answer {
		return crowd.Send(operator, http.MethodPost, payment+"pruefen", nil)
	})
	add("refund", withPayPal, http.StatusCreated, func(int) crowd.Answer {
		return crowd.Send(operator, http.MethodPost, payment+"erstattungen", map[string]any{"betrag": 0.5})
	})
	return all
}

// notify delivers a notification once, as PayPal does.
func (k *till) notify(event paypalsim.Event) crowd.Answer {
	request, err := http.NewRequest(http.MethodPost, k.shop.url+"/api/paypal/webhook", bytes.NewReader(event.Body))
	if err != nil {
		panic(err) // the address is the shop's
	}
	request.Header = k.sim.Sign(event.Body)
	request.Close = true
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		return crowd.Answer{}
	}
	return crowd.ReadAnswer(response)
}

// runErrands runs all at once. Each may be tried three times: a busy computer delays
// one answer, a shop that waits too long all of them.
func (k *till) runErrands(errands []errand) {
	k.t.Helper()
	var running sync.WaitGroup
	for _, e := range errands {
		running.Go(func() {
			took := time.Hour
			for try := 0; try < 3 && took > e.limit; try++ {
				began := time.Now()
				if a := e.send(try); a.Status != e.status {
					k.t.Errorf("%s: answered %d, want %d: %s", e.name, a.Status, e.status, a.Body)
				}
				took = time.Since(began)
			}
			if took > e.limit {
				k.t.Errorf("%s: answered after %v, allowed are %v", e.name, took, e.limit)
			}
		})
	}
	running.Wait()
}

var (
	metricsAddress = regexp.MustCompile(`metrics_addr=(127\.0\.0\.1:[0-9]+) `)
	goroutineCount = regexp.MustCompile(`(?m)^go_goroutines ([0-9]+)$`)
)

// goroutines returns the shop's number of goroutines from its metrics.
func (s *shopProcess) goroutines() int {
	s.t.Helper()
	address := metricsAddress.FindStringSubmatch(s.logText())
	if address == nil {
		s.t.Fatalf("no address of the metrics:\n%s", s.logText())
	}
	answer := (&shopProcess{t: s.t, url: "http://" + address[1]}).visit(http.MethodGet, "/metrics", nil)
	found := goroutineCount.FindSubmatch(answer.Body)
	if found == nil {
		s.t.Fatalf("answered %d, without the goroutines", answer.Status)
	}
	n, err := strconv.Atoi(string(found[1]))
	if err != nil {
		s.t.Fatal(err)
	}
	return n
}

package shoptest

import (
	"errors"
	"net/http"
	"strings"
	"sync"
	"testing"

	"github.com/getkin/kin-openapi/openapi3"
	"github.com/getkin/kin-openapi/openapi3filter"
	"github.com/getkin/kin-openapi/routers"
	"github.com/getkin/kin-openapi/routers/legacy"

	"kontor/internal/web/api"
)

// contract is the OpenAPI document, against which requests and answers are checked.
type contract struct {
	router  routers.Router
	schemas *schemas
}

var sharedContract = sync.OnceValues(newContract)

func loadContract(t testing.TB) *contract {
	t.Helper()
	c, err := sharedContract()
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func newContract() (*contract, error) {
	source := api.Document("", SiteCookie, AdminCookie, AccountCookie)
	doc, err := openapi3.NewLoader().LoadFromData(source)
	if err != nil {
		return nil, err
	}
	doc.Servers = nil // every test has its own
	router, err := legacy.NewRouter(doc)
	if err != nil {
		return nil, err
	}
	bodies, err := newSchemas(source)
	return &contract{router, bodies}, err
}

// validation checks statuses too. Sessions are not checked: tests of their own verify
// which routes are closed without them. Read-only properties have no effect in a
// request, so that entries can be sent back whole. [schemas] checks the bodies.
var validation = &openapi3filter.Options{
	ExcludeRequestBody:         true,
	ExcludeResponseBody:        true,
	IncludeResponseStatus:      true,
	AuthenticationFunc:         openapi3filter.NoopAuthenticationFunc,
	SkipSettingDefaults:        true,
	ExcludeReadOnlyValidations: true,
}

// check reports deviations from the document. Requests are only checked if they
// succeeded, since tests send wrong ones on purpose; answers always are. Pages are not
// described.
func (c *contract) check(r *http.Request, body string, a Answer) error {
	if !described(r.URL.Path) || r.Method == http.MethodHead {
		return nil
	}
	route, parameters, err := c.router.FindRoute(r)
	if err != nil || refusesPath(a) {
		return checkUnknown(a)
	}
	input := &openapi3filter.RequestValidationInput{Request: r, PathParams: parameters, Route: route, Options: validation}
	return errors.Join(c.checkRequest(input, body, a), c.checkAnswer(input, a), checkCode(route, a))
}

// described reports whether the path belongs to the API.
func described(path string) bool {
	return strings.HasPrefix(path, "/api/") || path == "/healthz" || path == "/readyz"
}

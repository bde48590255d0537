package shoptest

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"mime"
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

// contract is the OpenAPI document, which requests and answers are compared with.
type contract struct{ router routers.Router }

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
	doc, err := openapi3.NewLoader().LoadFromData(api.Document("", SiteCookie, AdminCookie))
	if err != nil {
		return nil, err
	}
	doc.Servers = nil // every test has its own
	router, err := legacy.NewRouter(doc)
	return &contract{router}, err
}

// validation compares statuses too. Sessions are not compared: whether a route is
// closed without them is for tests of their own.
var validation = &openapi3filter.Options{
	IncludeResponseStatus: true,
	AuthenticationFunc:    openapi3filter.NoopAuthenticationFunc,
	SkipSettingDefaults:   true,
}

// check says what is not as the document has it. Requests count only when they
// succeeded, for tests send wrong ones on purpose; answers always do. Pages are
// not described.
func (c *contract) check(r *http.Request, body string, a Answer) error {
	if !described(r.URL.Path) || r.Method == http.MethodHead {
		return nil
	}
	route, parameters, err := c.router.FindRoute(r)
	if err != nil || refusesPath(a) {
		return checkUnknown(a)
	}
	input := &openapi3filter.RequestValidationInput{
		Request: requestWith(r, body), PathParams: parameters, Route: route, Options: validation,
	}
	return errors.Join(checkRequest(input, body, a), checkAnswer(input, a), checkCode(route, a))
}

// described reports whether the path belongs to the API.
func described(path string) bool {
	return strings.HasPrefix(path, "/api/") || path == "/healthz" || path == "/readyz"
}

// refusesPath reports whether the answer is about a path or method without a
// route. The document describes these once, for all paths.
func refusesPath(a Answer) bool {
	code := a.Code()
	return code == "nicht_gefunden" || code == "methode_nicht_erlaubt"
}

var unknownStatuses = map[int]bool{401: true, 403: true, 404: true, 405: true, 503: true}

// checkUnknown checks the answer to a request that the document does not know.
func checkUnknown(a Answer) error {
	if !unknownStatuses[a.Status] {
		return errors.New("this route is not in the document")
	}
	decoder := json.NewDecoder(bytes.NewReader(a.Body))
	decoder.DisallowUnknownFields()
	var failure struct {
		OK    *bool
		Error string
	}
	if err := decoder.Decode(&failure); err != nil {
		return err
	}
	if failure.OK == nil || *failure.OK || failure.Error == "" || a.Code() == "" {
		return errors.New("this is not the body and header of an error")
	}
	return nil
}

// checkRequest leaves out bodies that only JavaScript's reading accepts, such as
// 1e999 for a number: schemas cannot describe them.
func checkRequest(input *openapi3filter.RequestValidationInput, body string, a Answer) error {
	var readable any
	if a.Status < 200 || a.Status > 299 || body != "" && json.Unmarshal([]byte(body), &readable) != nil {
		return nil
	}
	return openapi3filter.ValidateRequest(input.Request.Context(), input)
}

// checkAnswer compares bodies only when they are JSON; of others the type must be
// one that is described.
func checkAnswer(input *openapi3filter.RequestValidationInput, a Answer) error {
	mediaType, _, _ := mime.ParseMediaType(a.Header.Get("Content-Type"))
	options := *validation
	options.ExcludeResponseBody = mediaType != "application/json"
	response := &openapi3filter.ResponseValidationInput{
		RequestValidationInput: input, Status: a.Status, Header: a.Header, Options: &options,
	}
	response.SetBodyBytes(a.Body)
	if err := openapi3filter.ValidateResponse(input.Request.Context(), response); err != nil {
		return err
	}
	described := input.Route.Operation.Responses.Status(a.Status)
	if described == nil {
		return fmt.Errorf("the status %d is not in the document", a.Status)
	}
	if content := described.Value.Content; content.Get(mediaType) == nil && (len(content) > 0 || len(a.Body) > 0) {
		return fmt.Errorf("answers of type %q are not in the document", mediaType)
	}
	return nil
}

// checkCode looks for the error's code among the examples of the answer, which
// are named by the codes.
func checkCode(route *routers.Route, a Answer) error {
	code := a.Code()
	response := route.Operation.Responses.Status(a.Status)
	if code == "" || response == nil {
		return nil
	}
	if content := response.Value.Content.Get("application/json"); content == nil || content.Examples[code] == nil {
		return fmt.Errorf("the code %q is not among the examples", code)
	}
	return nil
}

// requestWith is the request with its body, which was sent, to read once more.
func requestWith(r *http.Request, body string) *http.Request {
	again := r.Clone(r.Context())
	again.Body = http.NoBody
	if body != "" {
		again.Body = io.NopCloser(strings.NewReader(body))
	}
	return again
}

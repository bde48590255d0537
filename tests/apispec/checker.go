package apispec

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"sync"

	"github.com/getkin/kin-openapi/openapi3"
	"github.com/getkin/kin-openapi/openapi3filter"
	"github.com/getkin/kin-openapi/routers"
	"github.com/getkin/kin-openapi/routers/legacy"
)

// documents are the descriptions, by the API paths that they describe.
var documents = map[string]string{
	"/v2/checkout/":  "checkout_orders_v2.json",
	"/v2/payments/":  "payments_payment_v2.json",
	notifications:    "notifications_webhooks_v1.json",
	"/v1/customer/":  "customer_disputes_v1.json",
	"/v1/reporting/": "reporting_transactions_v1.json",
}

const notifications = "/v1/notifications/"

// Checker compares requests with the descriptions.
type Checker struct{ routers map[string]routers.Router }

// Load reads the descriptions, once. The error wraps [os.ErrNotExist] if they do not
// exist.
var Load = sync.OnceValues(load)

func load() (*Checker, error) {
	dir, err := folder()
	if err != nil {
		return nil, err
	}
	c := &Checker{make(map[string]routers.Router)}
	for prefix, name := range documents {
		doc, err := openapi3.NewLoader().LoadFromFile(filepath.Join(dir, name))
		if err != nil {
			return nil, err
		}
		if err := mend(name, doc); err != nil {
			return nil, err
		}
		doc.Servers = nil // every test has its own
		c.routers[prefix], err = legacy.NewRouter(doc, openapi3.DisableSchemaPatternValidation(),
			openapi3.DisableSchemaDefaultsValidation(), openapi3.DisableExamplesValidation())
		if err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
	}
	return c, nil
}

// folder finds the descriptions next to the module's root.
func folder() (string, error) {
	dir, err := os.Getwd()
	for err == nil {
		if _, missing := os.Stat(filepath.Join(dir, "go.mod")); missing == nil {
			break
		}
		if dir == filepath.Dir(dir) {
			return "", fmt.Errorf("the module's root: %w", os.ErrNotExist)
		}
		dir = filepath.Dir(dir)
	}
	found := filepath.Join(dir, "..", "shared", "paypal-openapi")
	_, err = os.Stat(found)
	return found, err
}

// mend corrects mistakes in the descriptions, and fails if they are no longer there.
func mend(name string, doc *openapi3.T) error {
	switch name {
	case "checkout_orders_v2.json":
		// GUEST_CHECKOUT is longer than the field that may hold it.
		landing := property(doc, "paypal_wallet_experience_context", "landing_page")
		if landing == nil || landing.MaxLength == nil || *landing.MaxLength != 13 {
			return fmt.Errorf("%s: landing_page is not as expected", name)
		}
		landing.MaxLength = openapi3.Ptr(uint64(14))
	case "customer_disputes_v1.json":
		// One tag is there twice.
		if len(doc.Tags) != 12 {
			return fmt.Errorf("%s: the tags are not as expected", name)
		}
		doc.Tags = nil
	case "notifications_webhooks_v1.json":
		// A look-ahead, which Go's expressions do not have; it also refuses
		// signatures that begin with + or /.
		for _, field := range []string{"transmission_id", "transmission_sig"} {
			text := property(doc, "verify_webhook_signature", field)
			if text == nil || !strings.Contains(text.Pattern, "(?!") {
				return fmt.Errorf("%s: %s is not as expected", name, field)
			}
			text.Pattern = ""
		}
	}
	return nil
}

func property(doc *openapi3.T, schema, field string) *openapi3.Schema {
	ref := doc.Components.Schemas[schema]
	if ref == nil || ref.Value == nil || ref.Value.Properties[field] == nil {
		return nil
	}
	return ref.Value.Properties[field].Value
}

var validation = &openapi3filter.Options{
	AuthenticationFunc:  openapi3filter.NoopAuthenticationFunc,
	SkipSettingDefaults: true,
}

// Check reports how a request deviates from its description. Access tokens have no
// description.
func (c *Checker) Check(r *http.Request, body []byte) error {
	if r.URL.Path == "/v1/oauth2/token" {
		return nil
	}
	input, err := c.input(r, body)
	if err != nil {
		return err
	}
	return openapi3filter.ValidateRequest(r.Context(), input)
}

// CheckAnswer reports how an answer deviates from its description.
func (c *Checker) CheckAnswer(r *http.Request, status int, body []byte) error {
	if r.URL.Path == "/v1/oauth2/token" {
		return nil
	}
	input, err := c.input(r, nil)
	if err != nil {
		return err
	}
	if status == http.StatusOK && input.Route.Operation.Responses.Status(status) == nil {
		status = http.StatusCreated // a repeated request, whose status only PayPal's guides mention
	}
	return openapi3filter.ValidateResponse(r.Context(), &openapi3filter.ResponseValidationInput{
		RequestValidationInput: input, Status: status, Header: http.Header{"Content-Type": {"application/json"}},
		Body: io.NopCloser(bytes.NewReader(body)), Options: input.Options,
	})
}

// input finds the description of a request.
func (c *Checker) input(r *http.Request, body []byte) (*openapi3filter.RequestValidationInput, error) {
	for prefix, router := range c.routers {
		if strings.HasPrefix(r.URL.Path, prefix) {
			return found(router, r, body)
		}
	}
	return nil, errors.New("nothing is described at " + r.URL.Path)
}

func found(router routers.Router, r *http.Request, body []byte) (*openapi3filter.RequestValidationInput, error) {
	described := r.Clone(r.Context())
	described.URL = &url.URL{Path: r.URL.Path, RawQuery: r.URL.RawQuery}
	described.Body = http.NoBody
	if len(body) > 0 {
		described.Body = io.NopCloser(bytes.NewReader(body))
	}
	route, parameters, err := router.FindRoute(described)
	if err != nil {
		return nil, err
	}
	options := *validation
	// A notification is sent back as it came, including what only PayPal may set.
	options.ExcludeReadOnlyValidations = strings.HasPrefix(r.URL.Path, notifications)
	return &openapi3filter.RequestValidationInput{Request: described, PathParams: parameters, Route: route, Options: &options}, nil
}

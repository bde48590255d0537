package shoptest

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"mime"

	"github.com/getkin/kin-openapi/openapi3"
	"github.com/getkin/kin-openapi/openapi3filter"
	"github.com/getkin/kin-openapi/routers"
)

// refusesPath reports whether the answer is about a path or method without a route. The
// document describes these once, for all paths.
func refusesPath(a Answer) bool {
	code := a.Code()
	return code == "nicht_gefunden" || code == "methode_nicht_erlaubt"
}

var unknownStatuses = map[int]bool{401: true, 403: true, 404: true, 405: true, 503: true}

// checkUnknown checks the answer to a request that the document does not describe.
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

// checkRequest checks a request that succeeded. It skips bodies that only JavaScript's
// rules accept, such as 1e999 for a number, and forms; the body's media type is ignored
// where the shop ignored it.
func (c *contract) checkRequest(input *openapi3filter.RequestValidationInput, body string, a Answer) error {
	if a.Status < 200 || a.Status > 299 {
		return nil
	}
	var readable any
	if body != "" && json.Unmarshal([]byte(body), &readable) != nil {
		return nil
	}
	return errors.Join(
		openapi3filter.ValidateRequest(input.Request.Context(), input),
		c.checkRequestBody(input.Route.Operation.RequestBody, body))
}

func (c *contract) checkRequestBody(described *openapi3.RequestBodyRef, body string) error {
	switch {
	case described == nil:
		return nil
	case body == "" && described.Value.Required:
		return errors.New("the request needs a body")
	case body == "":
		return nil
	}
	content := described.Value.Content.Get("application/json")
	if content == nil {
		return errors.New("the document describes no JSON in the request")
	}
	if err := c.schemas.check([]byte(body), content); err != nil {
		return fmt.Errorf("request: %w", err)
	}
	return nil
}

// checkAnswer checks bodies only if they are JSON; for others the media type must be a
// described one.
func (c *contract) checkAnswer(input *openapi3filter.RequestValidationInput, a Answer) error {
	response := &openapi3filter.ResponseValidationInput{
		RequestValidationInput: input, Status: a.Status, Header: a.Header, Options: validation,
	}
	if err := openapi3filter.ValidateResponse(input.Request.Context(), response); err != nil {
		return err
	}
	described := input.Route.Operation.Responses.Status(a.Status)
	if described == nil {
		return fmt.Errorf("the status %d is not in the document", a.Status)
	}
	mediaType, _, _ := mime.ParseMediaType(a.Header.Get("Content-Type"))
	content := described.Value.Content.Get(mediaType)
	switch {
	case content == nil && (len(described.Value.Content) > 0 || len(a.Body) > 0):
		return fmt.Errorf("answers of type %q are not in the document", mediaType)
	case content == nil || mediaType != "application/json":
		return nil
	}
	if err := c.schemas.check(a.Body, content); err != nil {
		return fmt.Errorf("answer: %w", err)
	}
	return nil
}

// checkCode requires the error's code among the answer's examples, which are named by
// the codes.
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

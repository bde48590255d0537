package shoptest

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"mime"

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
func checkRequest(input *openapi3filter.RequestValidationInput, body string, a Answer) error {
	if a.Status < 200 || a.Status > 299 {
		return nil
	}
	if body != "" {
		var readable any
		if json.Unmarshal([]byte(body), &readable) != nil {
			return nil
		}
		input.Request.Header.Set("Content-Type", "application/json")
	}
	return openapi3filter.ValidateRequest(input.Request.Context(), input)
}

// checkAnswer checks bodies only if they are JSON; for others the media type must be a
// described one.
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

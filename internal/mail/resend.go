package mail

import (
	"context"
	"crypto/x509"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	netmail "net/mail"
	"net/url"
	"strings"
	"time"

	"github.com/resend/resend-go/v3"
)

// autoSubmitted keeps out-of-office replies away. RFC 3834.
const autoSubmitted = "auto-generated"

// resendSender sends through Resend's API, whose idempotency keys keep a repeated
// message from being sent twice.
type resendSender struct {
	client *resend.Client
	http   *http.Client
}

func newResend(key, base string, roots *x509.CertPool) (*resendSender, error) {
	address, err := url.Parse(strings.TrimSuffix(base, "/") + "/")
	if err != nil {
		return nil, fmt.Errorf("mail: the address of Resend's API: %w", err)
	}
	way := &http.Client{Transport: newTransport(roots)}
	client := resend.NewCustomClient(way, key)
	client.BaseURL = address
	return &resendSender{client, way}, nil
}

func (s *resendSender) close() { s.http.CloseIdleConnections() }

// send hands over a message. If the provider asks for a short wait because a burst of
// messages exceeds its rate, it waits and tries again.
func (s *resendSender) send(ctx context.Context, e *envelope) error {
	for {
		answer, err := s.client.Emails.SendWithOptions(ctx, resendRequest(e), &resend.SendEmailOptions{IdempotencyKey: e.key})
		switch {
		case err != nil && waitAsAsked(ctx, err):
		case err != nil:
			return resendFailure(err)
		case answer.Id == "":
			return garbled(errors.New("mail: an answer without an id"))
		default:
			return nil
		}
	}
}

// reach asks for the domains of the key's owner. A key that may only send is refused by
// that name, and accepted thereby.
func (s *resendSender) reach(ctx context.Context) error {
	_, err := s.client.Domains.ListWithContext(ctx)
	var status *statusError
	if err == nil || errors.As(err, &status) && status.name == "restricted_api_key" {
		return nil
	}
	return resendFailure(err)
}

func resendRequest(e *envelope) *resend.SendEmailRequest {
	request := &resend.SendEmailRequest{
		From:    friendly(e.from),
		To:      []string{e.to},
		ReplyTo: e.replyTo,
		Subject: e.content.Subject,
		Text:    e.content.Text,
		Html:    e.content.HTML,
		Headers: map[string]string{"Auto-Submitted": autoSubmitted},
	}
	for _, file := range e.content.Inline {
		request.Attachments = append(request.Attachments, &resend.Attachment{
			Content: file.Data, Filename: file.CID, ContentType: file.Type, ContentId: file.CID,
		})
	}
	for _, file := range e.content.Attached {
		request.Attachments = append(request.Attachments, &resend.Attachment{
			Content: file.Data, Filename: file.Name, ContentType: file.Type,
		})
	}
	return request
}

// friendly formats an address with its name. The provider takes UTF-8 and encodes it
// itself; quotes are only for names that need them.
func friendly(a *netmail.Address) string {
	name := a.Name
	if strings.ContainsAny(name, `"(),.:;<>@[\]`) {
		name = `"` + strings.NewReplacer(`\`, `\\`, `"`, `\"`).Replace(name) + `"`
	}
	return strings.TrimSpace(name + " <" + a.Address + ">")
}

// waitAsAsked waits if the provider said how long and the caller has that much time.
func waitAsAsked(ctx context.Context, err error) bool {
	var status *statusError
	if !errors.As(err, &status) || status.code != http.StatusTooManyRequests || status.retryAfter == 0 {
		return false
	}
	if deadline, ok := ctx.Deadline(); !ok || time.Until(deadline) < status.retryAfter {
		return false
	}
	select {
	case <-time.After(status.retryAfter):
		return true
	case <-ctx.Done():
		return false
	}
}

// resendFailure classifies an error by resend.com/docs/api-reference/errors: what the
// operator can fix, such as an invalid key, is worth another attempt; what is wrong
// with the message is not.
func resendFailure(err error) error {
	var status *statusError
	var syntax *json.SyntaxError
	var kind *json.UnmarshalTypeError
	switch {
	case errors.As(err, &status):
		return statusFailure(status)
	case errors.As(err, &syntax), errors.As(err, &kind), errors.Is(err, io.ErrUnexpectedEOF), errors.Is(err, io.EOF):
		return garbled(err)
	}
	return broken(err)
}

func statusFailure(status *statusError) error {
	if status.name == "invalid_from_address" {
		return senderRefused(status.code, status)
	}
	switch status.code {
	case http.StatusBadRequest, http.StatusRequestEntityTooLarge, http.StatusUnprocessableEntity, http.StatusUnavailableForLegalReasons:
		return refused(status.code)
	case http.StatusUnauthorized, http.StatusForbidden:
		return notLetIn(status.code, status)
	}
	return busy(status.code, status)
}

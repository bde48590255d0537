package office

import (
	"context"
	"net/http"

	"kontor/internal/shop/message"
	"kontor/internal/web/door"
	"kontor/internal/web/kit"
)

// sendMail answers POST /api/verwaltung/mails/:id/senden with the outcome of the
// attempt.
func (s *Office) sendMail(w http.ResponseWriter, r *http.Request, by door.Operator) error {
	return s.actOnMail(w, r, by, s.shop.Messages.Resend)
}

// discardMail answers POST /api/verwaltung/mails/:id/verwerfen.
func (s *Office) discardMail(w http.ResponseWriter, r *http.Request, by door.Operator) error {
	return s.actOnMail(w, r, by, s.shop.Messages.Discard)
}

func (s *Office) actOnMail(w http.ResponseWriter, r *http.Request, by door.Operator,
	act func(ctx context.Context, id int64, actor string) (message.Message, error),
) error {
	id, err := kit.PathID(r, message.ErrNotFound)
	if err != nil {
		return err
	}
	// The action is completed even if the operator goes away.
	m, err := act(context.WithoutCancel(r.Context()), id, by.Actor())
	if err != nil {
		return err
	}
	return writeMail(w, http.StatusOK, &m)
}

// sendOrderMail answers POST /api/verwaltung/orders/:id/mails.
func (s *Office) sendOrderMail(w http.ResponseWriter, r *http.Request, by door.Operator) error {
	task, err := orderTask(w, r)
	if err != nil {
		return err
	}
	kind := message.Kind(task.body.Get("art").Text()) // "" if of another type, which is not a kind
	m, err := s.shop.Messages.SendAbout(context.WithoutCancel(r.Context()), task.id, kind, by.Actor())
	if err != nil {
		return err
	}
	return writeMail(w, http.StatusCreated, &m)
}

package web

import (
	"context"
	"net/http"

	"kontor/internal/shop/message"
)

// sendMail answers POST /api/verwaltung/mails/:id/senden with what became of the
// attempt.
func (s *Server) sendMail(w http.ResponseWriter, r *http.Request) error {
	return s.actOnMail(w, r, s.shop.Messages.Resend)
}

// discardMail answers POST /api/verwaltung/mails/:id/verwerfen.
func (s *Server) discardMail(w http.ResponseWriter, r *http.Request) error {
	return s.actOnMail(w, r, s.shop.Messages.Discard)
}

func (s *Server) actOnMail(w http.ResponseWriter, r *http.Request,
	act func(ctx context.Context, id int64, actor string) (message.Message, error),
) error {
	session, err := s.requireAdmin(r)
	if err != nil {
		return err
	}
	id, err := pathID(r, message.ErrMessageNotFound)
	if err != nil {
		return err
	}
	// What was begun is finished, also for an operator who goes away.
	m, err := act(context.WithoutCancel(r.Context()), id, actor(session))
	if err != nil {
		return err
	}
	return writeMail(w, http.StatusOK, &m)
}

// sendOrderMail answers POST /api/verwaltung/orders/:id/mails.
func (s *Server) sendOrderMail(w http.ResponseWriter, r *http.Request) error {
	task, err := s.orderTask(w, r)
	if err != nil {
		return err
	}
	kind := message.MessageKind(task.body.Get("art").Text()) // of another type: "", which is no kind
	m, err := s.shop.Messages.SendAbout(context.WithoutCancel(r.Context()), task.id, kind, actor(task.session))
	if err != nil {
		return err
	}
	return writeMail(w, http.StatusCreated, &m)
}

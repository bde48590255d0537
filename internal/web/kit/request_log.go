package kit

import (
	"context"
	"log/slog"
)

// RequestLog returns a log for the parts behind the web: lines written with a request's
// context include its id and that of its trace.
func RequestLog(log *slog.Logger) *slog.Logger { return slog.New(requestHandler{log.Handler()}) }

type requestHandler struct{ slog.Handler }

// Handle writes one line.
func (h requestHandler) Handle(ctx context.Context, line slog.Record) error {
	if attrs := attrsOf(ctx); len(attrs) > 0 {
		line = line.Clone()
		line.AddAttrs(attrs...)
	}
	return h.Handler.Handle(ctx, line)
}

// WithAttrs returns a handler whose lines have the attributes too.
func (h requestHandler) WithAttrs(attrs []slog.Attr) slog.Handler {
	return requestHandler{h.Handler.WithAttrs(attrs)}
}

// WithGroup returns a handler that puts what follows into a group.
func (h requestHandler) WithGroup(name string) slog.Handler {
	return requestHandler{h.Handler.WithGroup(name)}
}

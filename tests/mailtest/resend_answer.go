package mailtest

import (
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"strings"
)

// status returns the HTTP status of a fault; 0 if it has none.
func (f Fault) status() int {
	switch f {
	case TooMany:
		return http.StatusTooManyRequests
	case Failure:
		return http.StatusInternalServerError
	case Unauthorized:
		return http.StatusUnauthorized
	case Reject, RejectSender:
		return http.StatusUnprocessableEntity
	}
	return 0
}

func parseRequest(body []byte) (Received, error) {
	var request struct {
		From, Subject, HTML, Text string
		To                        []string
		Attachments               []attachment
	}
	err := json.Unmarshal(body, &request)
	if err == nil && (request.From == "" || len(request.To) == 0 || request.Subject == "") {
		err = errors.New("mailtest: from, to and subject are required")
	}
	return Received{
		Sender: request.From, Recipients: request.To, Subject: request.Subject,
		Text: request.Text, HTML: request.HTML, Attached: toKeep(request.Attachments), Raw: body,
	}, err
}

type attachment struct {
	Content   []byte
	Filename  string
	ContentID string `json:"content_id"` // of a file shown in the HTML
}

func toKeep(files []attachment) map[string]string {
	kept := make(map[string]string)
	for _, file := range files {
		if file.ContentID == "" {
			kept[file.Filename] = string(file.Content)
		}
	}
	return kept
}

// refusal is the provider's refusal. The message names a person, as the original's do.
func refusal(status int, name string) (int, map[string]any) {
	return status, map[string]any{"statusCode": status, "name": name, "message": "refused for person@example.org"}
}

func refuse(w http.ResponseWriter, status int, name string) {
	status, content := refusal(status, name)
	answer(w, status, content)
}

func answer(w http.ResponseWriter, status int, body map[string]any) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	json.NewEncoder(w).Encode(body)
}

// endless answers until the client goes away.
func endless(w http.ResponseWriter) {
	w.Header().Set("Content-Type", "application/json")
	io.WriteString(w, `{"id":"`)
	for chunk := strings.Repeat("x", 64<<10); ; {
		if _, err := io.WriteString(w, chunk); err != nil {
			return
		}
	}
}

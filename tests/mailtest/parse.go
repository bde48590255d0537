package mailtest

import (
	"bytes"
	"encoding/base64"
	"io"
	"mime"
	"mime/multipart"
	"mime/quotedprintable"
	"net/mail"
	"net/textproto"
	"strings"
)

// parseMail parses a message as delivered by SMTP.
func parseMail(raw []byte) (Received, error) {
	parsed, err := mail.ReadMessage(bytes.NewReader(raw))
	if err != nil {
		return Received{}, err
	}
	subject, err := new(mime.WordDecoder).DecodeHeader(parsed.Header.Get("Subject"))
	if err != nil {
		return Received{}, err
	}
	key, _, _ := strings.Cut(strings.Trim(parsed.Header.Get("Message-Id"), "<>"), "@")
	message := Received{Key: key, Subject: subject, Raw: raw}
	return message, message.readPart(textproto.MIMEHeader(parsed.Header), parsed.Body)
}

// readPart extracts the text and the HTML of a message.
func (r *Received) readPart(header textproto.MIMEHeader, body io.Reader) error {
	kind, parameters, err := mime.ParseMediaType(header.Get("Content-Type"))
	if err != nil {
		return err
	}
	if strings.HasPrefix(kind, "multipart/") {
		parts := multipart.NewReader(body, parameters["boundary"])
		for {
			part, err := parts.NextRawPart()
			if err == io.EOF {
				return nil
			}
			if err != nil {
				return err
			}
			if err := r.readPart(part.Header, part); err != nil {
				return err
			}
		}
	}
	content, err := io.ReadAll(decode(header.Get("Content-Transfer-Encoding"), body))
	disposition, parameters, _ := mime.ParseMediaType(header.Get("Content-Disposition"))
	switch {
	case disposition == "attachment":
		return r.attach(parameters["filename"], content, err)
	case kind == "text/plain":
		r.Text = string(content)
	case kind == "text/html":
		r.HTML = string(content)
	}
	return err
}

// attach stores a file whose name is encoded as in a header.
func (r *Received) attach(name string, content []byte, err error) error {
	if err != nil {
		return err
	}
	name, err = new(mime.WordDecoder).DecodeHeader(name)
	if r.Attached == nil {
		r.Attached = make(map[string]string)
	}
	r.Attached[name] = string(content)
	return err
}

func decode(encoding string, body io.Reader) io.Reader {
	switch strings.ToLower(encoding) {
	case "quoted-printable":
		return quotedprintable.NewReader(body)
	case "base64":
		return base64.NewDecoder(base64.StdEncoding, body)
	}
	return body
}

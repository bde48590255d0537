package oidcsim

import (
	"crypto/rand"
	_ "embed"
	"errors"
	"html/template"
	"net/http"
	"net/url"
	"strconv"
)

// grant is what a code stands for.
type grant struct {
	person                        Person
	redirectURI, challenge, nonce string
	used                          bool
}

//go:embed page.html
var pageText string

var page = template.Must(template.New("page").Parse(pageText))

// serveAuthorization signs the current person in, or asks which person to be.
func (i *Issuer) serveAuthorization(w http.ResponseWriter, r *http.Request) {
	asked := r.URL.Query()
	if err := i.checkRequest(asked); err != nil {
		http.Error(w, err.Error(), http.StatusBadRequest)
		return
	}
	if !i.options.Pages {
		i.mu.Lock()
		person := i.person
		i.mu.Unlock()
		i.sendBack(w, r, asked, person)
		return
	}
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	w.Header().Set("Cache-Control", "no-store")
	page.Execute(w, struct {
		Label  string
		People []Person
	}{i.options.Label, i.options.People})
}

// serveChoice signs the chosen person in. Choosing nobody denies the request.
func (i *Issuer) serveChoice(w http.ResponseWriter, r *http.Request) {
	asked := r.URL.Query()
	if err := i.checkRequest(asked); err != nil {
		http.Error(w, err.Error(), http.StatusBadRequest)
		return
	}
	number, err := strconv.Atoi(r.PostFormValue("person"))
	if err != nil || number < 0 || number >= len(i.options.People) {
		redirect(w, r, asked, url.Values{"error": {"access_denied"}, "state": {asked.Get("state")}})
		return
	}
	i.sendBack(w, r, asked, i.options.People[number])
}

// checkRequest refuses what a careful client does not send.
func (i *Issuer) checkRequest(asked url.Values) error {
	target, err := url.Parse(asked.Get("redirect_uri"))
	switch {
	case asked.Get("client_id") != i.options.ClientID:
		return errors.New("oidcsim: unknown client")
	case err != nil || !target.IsAbs():
		return errors.New("oidcsim: redirect_uri is missing")
	case asked.Get("response_type") != "code" || asked.Get("scope") != "openid email profile":
		return errors.New("oidcsim: not the code flow, or other scopes")
	case asked.Get("code_challenge_method") != "S256" || len(asked.Get("code_challenge")) != 43:
		return errors.New("oidcsim: no PKCE")
	case len(asked.Get("state")) < 22 || len(asked.Get("nonce")) < 22:
		return errors.New("oidcsim: state or nonce is too short")
	}
	for name, values := range asked {
		if len(values) != 1 {
			return errors.New("oidcsim: twice: " + name)
		}
	}
	return nil
}

// sendBack redirects the browser back with a code for the person.
func (i *Issuer) sendBack(w http.ResponseWriter, r *http.Request, asked url.Values, person Person) {
	code := rand.Text()
	i.mu.Lock()
	i.grants[code] = &grant{
		person: person, redirectURI: asked.Get("redirect_uri"),
		challenge: asked.Get("code_challenge"), nonce: asked.Get("nonce"),
	}
	i.mu.Unlock()
	answer := url.Values{"code": {code}, "state": {asked.Get("state")}}
	for fault, change := range map[Fault]func(){
		IssuerSent:     func() { answer.Set("iss", i.url) },
		IssuerOther:    func() { answer.Set("iss", "https://accounts.google.com") },
		IssuerTwice:    func() { answer["iss"] = []string{i.url, i.url} },
		AccessDenied:   func() { denied(answer, "access_denied"); answer.Del("code") },
		ServerError:    func() { denied(answer, "server_error"); answer.Del("code") },
		ErrorAndCode:   func() { denied(answer, "access_denied") },
		NeitherNorCode: func() { answer.Del("code") },
		CodeTwice:      func() { answer.Add("code", code) },
		StateOther:     func() { answer.Set("state", rand.Text()) },
		StateMissing:   func() { answer.Del("state") },
	} {
		if i.has(fault) {
			change()
		}
	}
	redirect(w, r, asked, answer)
}

func denied(answer url.Values, code string) {
	answer.Set("error", code)
	answer.Set("error_description", "<script>alert(1)</script>")
}

func redirect(w http.ResponseWriter, r *http.Request, asked, answer url.Values) {
	target, _ := url.Parse(asked.Get("redirect_uri")) // checked
	target.RawQuery = answer.Encode()
	http.Redirect(w, r, target.String(), http.StatusSeeOther)
}

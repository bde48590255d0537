package storefront

import (
	"context"
	"crypto/rand"
	"errors"
	"net/http"
	"net/url"
	"regexp"
	"strings"

	"kontor/internal/jsvalue"
	"kontor/internal/shop"
	"kontor/internal/shop/order"
	"kontor/internal/shop/withdrawal"
	"kontor/internal/web/kit"
)

// withdrawalsPerMinute is how many withdrawals one client may make, so that nobody can
// make the shop write to strangers.
const withdrawalsPerMinute = 6

// maxWithdrawal is the largest body of the form, in bytes.
const maxWithdrawal = 32 << 10

// The steps of a withdrawal, as values of its form's buttons.
const (
	stepCheck   = "pruefen"
	stepConfirm = "bestaetigen"
	stepChange  = "aendern"
)

// withdrawalView is the form of a withdrawal, or the page that asks for confirmation.
type withdrawalView struct {
	*shopPage
	Name, Contract, Email, Reason string
	Example                       string            // example of an order number
	Key                           string            // of this withdrawal, so that it counts once
	Wrong                         map[string]string // mistakes, by field
	Problem                       string            // why it was not stored; empty: nothing is wrong
}

// withdrawalPage shows the form, to everybody and without a sign-in.
// Law: § 356a BGB.
func (s *Storefront) withdrawalPage(w http.ResponseWriter, _ *http.Request, p *shopPage) error {
	return s.showWithdrawal(w, http.StatusOK, "withdrawal.html", &withdrawalView{shopPage: p})
}

func (s *Storefront) showWithdrawal(w http.ResponseWriter, status int, page string, view *withdrawalView) (err error) {
	view.Private, view.Example = true, order.Number(s.shop.Checkout.Prefix, s.Now(), 42)
	if view.Title, err = view.Text("shop.withdrawal.title"); err != nil {
		return err
	}
	return pages.Show(w, status, page, view)
}

// withdraw processes the form: first it asks for confirmation, then it stores the
// withdrawal and shows its confirmation.
func (s *Storefront) withdraw(w http.ResponseWriter, r *http.Request, p *shopPage) error {
	if !kit.IsForm(r) {
		return kit.ErrFormType
	}
	body, err := kit.ReadBody(w, r, maxWithdrawal)
	if err != nil {
		return err
	}
	values, err := url.ParseQuery(string(body))
	if err != nil {
		return shop.ErrBadRequest
	}
	view := readWithdrawal(p, values)
	if err := view.check(); err != nil {
		return err
	}
	switch {
	case len(view.Wrong) > 0:
		return s.showWithdrawal(w, http.StatusBadRequest, "withdrawal.html", view)
	case values.Get("schritt") == stepConfirm:
		return s.confirmWithdrawal(w, r, view)
	case values.Get("schritt") == stepChange:
		return s.showWithdrawal(w, http.StatusOK, "withdrawal.html", view)
	}
	return s.showWithdrawal(w, http.StatusOK, "withdrawal-check.html", view)
}

var withdrawalKey = regexp.MustCompile(`^[A-Z2-7]{26}$`)

// readWithdrawal parses the form. One without a key of ours gets a new one.
func readWithdrawal(p *shopPage, values url.Values) *withdrawalView {
	field := func(name string) string {
		return strings.ReplaceAll(jsvalue.Trim(strings.ToValidUTF8(values.Get(name), "\ufffd")), "\x00", "")
	}
	view := &withdrawalView{
		shopPage: p, Name: field("name"), Contract: field("vertrag"), Email: field("email"),
		Reason: strings.ReplaceAll(field("grund"), "\r\n", "\n"), Key: values.Get("schluessel"),
	}
	if !withdrawalKey.MatchString(view.Key) {
		view.Key = rand.Text()
	}
	return view
}

// Fields returns the form's fields from top to bottom.
func (v *withdrawalView) Fields() []string { return []string{"name", "vertrag", "email", "grund"} }

// check records the mistakes by field.
func (v *withdrawalView) check() error {
	v.Wrong = make(map[string]string)
	for _, field := range []struct {
		name, key string
		right     bool
	}{
		{"name", "shop.checkout.wrong.name", v.Name != "" && fits(v.Name)},
		{"vertrag", "shop.withdrawal.wrongContract", v.Contract != "" && fits(v.Contract)},
		{"email", "shop.checkout.wrong.email", strings.Contains(v.Email, "@") && fits(v.Email)},
		{"grund", "shop.withdrawal.wrongReason", len([]rune(v.Reason)) <= withdrawal.MaxReason},
	} {
		if field.right {
			continue
		}
		text, err := v.Text(field.key)
		if err != nil {
			return err
		}
		v.Wrong[field.name] = text
	}
	return nil
}

func fits(text string) bool { return len([]rune(text)) <= shop.MaxText }

// confirmWithdrawal stores the withdrawal and redirects to its confirmation, which
// survives a reload.
func (s *Storefront) confirmWithdrawal(w http.ResponseWriter, r *http.Request, view *withdrawalView) error {
	stored, err := s.storeWithdrawal(r, view)
	if err != nil {
		return s.withdrawalNotStored(w, r, view, err)
	}
	http.Redirect(w, r, view.Path("/widerruf/eingang/"+s.withdrawals.seal(stored.ID)), http.StatusSeeOther)
	return nil
}

func (s *Storefront) storeWithdrawal(r *http.Request, view *withdrawalView) (withdrawal.Withdrawal, error) {
	wait, err := s.withdrawalCalls.Take(r.Context(), s.Proxies.ClientAddr(r))
	if err != nil {
		return withdrawal.Withdrawal{}, err
	}
	if wait > 0 {
		return withdrawal.Withdrawal{}, kit.Later(kit.ErrTooManyRequests, wait)
	}
	// A customer who hangs up has still withdrawn.
	return s.shop.Withdrawals.Withdraw(context.WithoutCancel(r.Context()), withdrawal.Withdrawal{
		Key: view.Key, Name: view.Name, Email: view.Email, Contract: view.Contract, Reason: view.Reason,
		Language: view.Language,
	})
}

// withdrawalNotStored asks again for confirmation, and says that nothing was stored.
func (s *Storefront) withdrawalNotStored(w http.ResponseWriter, r *http.Request, view *withdrawalView, err error) error {
	refusal, status := kit.Classify(r.Context(), err)
	if status == http.StatusInternalServerError {
		s.LogFailure(r, err)
	}
	kit.SetRetryAfter(w, err)
	w.Header().Set("X-Fehlercode", refusal.Code)
	if view.Problem, err = view.Text("shop.error.later"); err != nil {
		return err
	}
	return s.showWithdrawal(w, status, "withdrawal-check.html", view)
}

// withdrawalConfirmationView confirms a withdrawal: what was declared, and when.
type withdrawalConfirmationView struct {
	*shopPage
	Name, Contract, Email, Reason string
	Moment                        string // of its arrival
}

// withdrawalConfirmation shows a withdrawal to anybody who has its URL.
func (s *Storefront) withdrawalConfirmation(w http.ResponseWriter, r *http.Request, p *shopPage) error {
	id, err := s.withdrawals.open(r.PathValue("token"))
	if err != nil {
		return err
	}
	stored, err := s.shop.Withdrawals.Withdrawal(r.Context(), id)
	if errors.Is(err, withdrawal.ErrNotFound) {
		return kit.ErrNotFound
	}
	if err != nil {
		return err
	}
	p.Private, p.Script = true, "thanks.js"
	if p.Title, err = p.Text("shop.withdrawal.done"); err != nil {
		return err
	}
	return pages.Show(w, http.StatusOK, "withdrawal-confirmation.html", withdrawalConfirmationView{
		shopPage: p, Name: stored.Name, Contract: stored.Contract, Email: stored.Email, Reason: stored.Reason,
		Moment: p.Moment(stored.At.In(shop.Berlin)),
	})
}

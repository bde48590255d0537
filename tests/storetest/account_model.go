package storetest

import (
	"errors"
	"fmt"
	"slices"
	"testing"
	"time"

	"pgregory.net/rapid"

	"kontor/internal/shop/account"
	"kontor/internal/shop/order"
)

// accountModel performs random actions on accounts and compares the store with its own
// record: who is who, which sessions live, whose the orders are.
type accountModel struct {
	*machine
	now      time.Time
	accounts map[int64]map[account.Identity]string  // the provider of each identity, by customer
	sessions map[account.SessionKey]account.Session // not ended; they may have expired
	keys     []account.SessionKey                   // of all sessions ever
	seen     map[int64]bool                         // customers ever
	orders   map[int64][]int64                      // ids by customer, newest first; guests' under 0
}

// RunAccountProperties performs random actions on the accounts of a store and compares
// it with a model (K1, K2, K5, S1, S6, S9, X1, X5).
func RunAccountProperties(t *testing.T, open Open) {
	t.Parallel()
	rapid.Check(t, func(rt *rapid.T) {
		engine := open(t)
		rt.Cleanup(func() { engine.Store.Close() }) // many stores in one test
		m := &accountModel{
			machine: &machine{suite: newShop(rt, engine), draw: rt}, now: noon,
			accounts: make(map[int64]map[account.Identity]string), sessions: make(map[account.SessionKey]account.Session),
			seen: make(map[int64]bool), orders: make(map[int64][]int64),
		}
		rt.Repeat(map[string]func(*rapid.T){
			"":                    func(*rapid.T) { m.agree() },
			"sign in":             func(*rapid.T) { m.signInAny() },
			"link":                func(*rapid.T) { m.linkAny() },
			"unlink":              func(*rapid.T) { m.unlinkAny() },
			"use":                 func(*rapid.T) { m.useAny() },
			"sign out":            func(*rapid.T) { m.signOutAny() },
			"sign out everywhere": func(*rapid.T) { m.signOutEverywhere() },
			"delete":              func(*rapid.T) { m.eraseAny() },
			"order":               func(*rapid.T) { m.orderAny() },
			"wait":                func(*rapid.T) { m.wait() },
		})
	})
}

// anybody draws a person at a provider.
func (m *accountModel) anybody() (account.Identity, string) {
	provider := pick(m.machine, "provider", "google", "microsoft")
	i := identity(provider, fmt.Sprint(m.oneOf("person", 2)))
	i.Email, i.Name = "same@example.org", "Same" // does not identify anybody
	return i, provider
}

// anyKey draws a session, possibly an ended one, or none; often one of the newest,
// which can do the most.
func (m *accountModel) anyKey() account.SessionKey {
	keys := m.keys
	if m.oneOf("newest", 2) == 1 {
		keys = keys[max(0, len(keys)-3):]
	}
	if n := m.oneOf("session", len(keys)+1); n < len(keys) {
		return keys[n]
	}
	return ""
}

// alive returns a session if it opens its account.
func (m *accountModel) alive(key account.SessionKey) (account.Session, bool) {
	s, ok := m.sessions[key]
	return s, ok && s.Alive(m.now)
}

// refusal returns why a session does not suffice for irreversible actions.
func (m *accountModel) refusal(key account.SessionKey) (s account.Session, err error) {
	s, ok := m.alive(key)
	switch {
	case !ok:
		return s, account.ErrNotSignedIn
	case !s.Fresh(m.now):
		return s, account.ErrSignInAgain
	}
	return s, nil
}

// same expects the error that the model predicts.
func (m *accountModel) same(what string, got, want error) bool {
	m.t.Helper()
	if !errors.Is(got, want) {
		m.t.Fatalf("%s: %v, want %v", what, got, want)
	}
	return got == nil
}

func (m *accountModel) owner(i account.Identity) int64 {
	for customer, identities := range m.accounts {
		if _, ok := identities[i]; ok {
			return customer
		}
	}
	return 0
}

// has reports whether the account has an identity at the provider.
func (m *accountModel) has(customer int64, provider string) bool {
	for _, p := range m.accounts[customer] {
		if p == provider {
			return true
		}
	}
	return false
}

func (m *accountModel) signInAny() {
	i, provider := m.anybody()
	replaces := m.anyKey()
	_, key := account.NewSessionID()
	got, err := m.Store.SignIn(m.t.Context(), account.VerifiedSignIn{Provider: provider, Identity: i, Session: key, Replaces: replaces, At: m.now})
	m.allow(err)
	switch want := m.owner(i); {
	case want == 0 && m.seen[got], want != 0 && got != want:
		m.t.Errorf("%s at %s is customer %d, want %d", i.Subject, provider, got, want)
	case want == 0:
		m.accounts[got], m.seen[got] = map[account.Identity]string{i: provider}, true
	}
	delete(m.sessions, replaces)
	m.sessions[key] = account.Session{CustomerID: got, BeganAt: m.now, SeenAt: m.now}
	m.keys = append(m.keys, key)
}

func (m *accountModel) linkAny() {
	key := m.anyKey()
	i, provider := m.anybody()
	s, want := m.refusal(key)
	if want == nil {
		want = m.linkRefusal(s.CustomerID, i, provider)
	}
	if m.same("link", m.Store.LinkIdentity(m.t.Context(), key, provider, i, m.now), want) {
		m.accounts[s.CustomerID][i] = provider
	}
}

func (m *accountModel) linkRefusal(customer int64, i account.Identity, provider string) error {
	switch owner := m.owner(i); {
	case owner == customer:
		return nil
	case owner != 0:
		return account.ErrIdentityTaken
	case m.has(customer, provider):
		return account.ErrProviderLinked
	}
	return nil
}

func (m *accountModel) unlinkAny() {
	key := m.anyKey()
	_, provider := m.anybody()
	s, want := m.refusal(key)
	switch {
	case want != nil:
	case !m.has(s.CustomerID, provider):
		want = account.ErrIdentityNotFound
	case len(m.accounts[s.CustomerID]) == 1:
		want = account.ErrLastIdentity
	}
	if !m.same("unlink", m.Store.UnlinkIdentity(m.t.Context(), key, provider, m.now), want) {
		return
	}
	for i, p := range m.accounts[s.CustomerID] {
		if p == provider {
			delete(m.accounts[s.CustomerID], i)
		}
	}
	m.endAll(s.CustomerID, key)
}

// endAll ends the customer's sessions but one.
func (m *accountModel) endAll(customer int64, but account.SessionKey) {
	for key, s := range m.sessions {
		if s.CustomerID == customer && key != but {
			delete(m.sessions, key)
		}
	}
}

func (m *accountModel) useAny() {
	key := m.anyKey()
	if s, ok := m.alive(key); ok {
		m.allow(m.Store.TouchSession(m.t.Context(), key, m.now))
		s.SeenAt = m.now
		m.sessions[key] = s
	}
}

func (m *accountModel) signOutAny() {
	key := m.anyKey()
	m.allow(m.Store.EndSession(m.t.Context(), key))
	delete(m.sessions, key)
}

func (m *accountModel) signOutEverywhere() {
	key := m.anyKey()
	s, ok := m.alive(key)
	_, err := m.Store.EndSessions(m.t.Context(), key, m.now)
	if !ok {
		m.same("sign out everywhere", err, account.ErrNotSignedIn)
		return
	}
	m.allow(err)
	m.endAll(s.CustomerID, "")
}

func (m *accountModel) eraseAny() {
	key := m.anyKey()
	s, want := m.refusal(key)
	_, err := m.Store.EraseCustomer(m.t.Context(), key, m.now)
	if !m.same("delete", err, want) {
		return
	}
	m.endAll(s.CustomerID, "")
	delete(m.accounts, s.CustomerID)
	m.orders[0] = append(m.orders[0], m.orders[s.CustomerID]...)
	delete(m.orders, s.CustomerID)
}

// orderAny places an order with a session, as a guest if it has ended.
func (m *accountModel) orderAny() {
	s, ok := m.alive(m.anyKey())
	if !ok {
		s.CustomerID = 0
	}
	o := m.place(placedBy(s.CustomerID))
	m.orders[s.CustomerID] = append([]int64{o.ID}, m.orders[s.CustomerID]...)
}

func (m *accountModel) wait() {
	m.now = m.now.Add(pick(m.machine, "span", time.Minute, account.SessionFresh+time.Second, 8*24*time.Hour, account.SessionIdle))
	if m.oneOf("clean", 2) == 1 {
		_, err := m.Store.ForgetSessions(m.t.Context(), m.now)
		m.allow(err)
	}
}

// agree compares the store with the model.
func (m *accountModel) agree() {
	m.t.Helper()
	for _, key := range m.keys {
		if s, ok := m.alive(key); ok {
			m.sessionAgrees(key, s.CustomerID)
			continue
		}
		if _, err := m.Store.Session(m.t.Context(), key, m.now); !errors.Is(err, account.ErrNotSignedIn) {
			m.t.Errorf("an ended session answers %v", err)
		}
	}
	identities := 0
	for _, all := range m.accounts {
		identities += len(all)
	}
	m.counts(map[string]int{"customers": len(m.accounts), "kunden_anmeldungen": identities})
	slices.Sort(m.orders[0])
	slices.Reverse(m.orders[0])
	var guests []int64
	for _, line := range m.lines(`SELECT id FROM orders WHERE kunde_id IS NULL ORDER BY id DESC`) {
		guests = append(guests, line["id"].(int64))
	}
	if !slices.Equal(guests, m.orders[0]) {
		m.t.Errorf("orders of nobody: %v, want %v", guests, m.orders[0])
	}
}

// sessionAgrees compares the store's answers to a session with the model.
func (m *accountModel) sessionAgrees(key account.SessionKey, customer int64) {
	m.t.Helper()
	c := m.customer(key, m.now)
	if c.ID != customer || len(c.Identities) != len(m.accounts[customer]) {
		m.t.Errorf("the session of %d belongs to %+v, want %v", customer, c, m.accounts[customer])
	}
	page, err := m.Store.CustomerOrders(m.t.Context(), key, m.now, 0, order.MaxLimit)
	if err != nil || !slices.Equal(idsOf(page.Orders), m.orders[customer]) {
		m.t.Errorf("customer %d sees %v, %v, want %v", customer, idsOf(page.Orders), err, m.orders[customer])
	}
}

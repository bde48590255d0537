package storetest

import (
	"errors"
	"fmt"
	"sync"
	"time"

	"github.com/google/go-cmp/cmp"

	"kontor/internal/shop/account"
	"kontor/internal/shop/order"
)

var accountScenarios = []scenario{
	{"K1 K6 the same person is the same customer", sameCustomer},
	{"K2 K3 K4 H47 S25 S26 only issuer and subject say who somebody is", otherCustomer},
	{"K10 two first sign-ins at once make one customer", firstSignIns},
	{"K5 linking moves nothing", linking},
	{"K5 the same provider linked from two tabs", linkingAtOnce},
	{"K5 unlinking leaves one identity and one session", unlinking},
	{"S1 S28 C18 a sign-in ends the session before it", replacingSession},
	{"S6 sessions end by age and by idleness", sessionEnds},
	{"S9 all sessions of a customer end, and no other's", endingSessions},
	{"D5 a customer's orders are those placed while signed in", customerOrders},
	{"D7 ten downloads in an hour", downloads},
	{"R15 D7 downloads after the clock went back", downloadsAfterTheClockGoesBack},
}

// identity is a person at a provider.
func identity(issuer, subject string) account.Identity {
	return account.Identity{
		Issuer: "https://" + issuer + ".example", Subject: subject,
		Email: subject + "@example.org", EmailVerified: true, Name: "Person " + subject,
	}
}

// signIn opens a session for the person at a time, and returns its key and the
// customer.
func (s *suite) signIn(at time.Time, i account.Identity) (account.SessionKey, int64) {
	s.t.Helper()
	_, key := account.NewSessionID()
	customer, err := s.Store.SignIn(s.t.Context(), account.VerifiedSignIn{Provider: "google", Identity: i, Session: key, At: at})
	if err != nil {
		s.t.Fatalf("sign in: %v", err)
	}
	return key, customer
}

func (s *suite) customer(key account.SessionKey, at time.Time) account.Customer {
	s.t.Helper()
	c, err := s.Store.Customer(s.t.Context(), key, at)
	if err != nil {
		s.t.Fatalf("customer: %v", err)
	}
	return c
}

// signedOut expects that the session opens nothing.
func (s *suite) signedOut(key account.SessionKey, at time.Time) {
	s.t.Helper()
	_, sessionErr := s.Store.Session(s.t.Context(), key, at)
	_, customerErr := s.Store.Customer(s.t.Context(), key, at)
	_, ordersErr := s.Store.CustomerOrders(s.t.Context(), key, at, 0, 10)
	_, dataErr := s.Store.ExportCustomer(s.t.Context(), key, at)
	_, _, exportErr := s.Store.ExportOrders(s.t.Context(), key, at, 0)
	_, noteErr := s.Store.NoteDownload(s.t.Context(), key, at)
	_, eraseErr := s.Store.EraseCustomer(s.t.Context(), key, at)
	for _, err := range []error{sessionErr, customerErr, ordersErr, dataErr, exportErr, noteErr, eraseErr} {
		if !errors.Is(err, account.ErrNotSignedIn) {
			s.t.Errorf("with an ended session: %v", err)
		}
	}
}

// placedBy is a change that makes the order a customer's.
func placedBy(customer int64) func(*order.Order) {
	return func(o *order.Order) { o.CustomerID = customer }
}

func sameCustomer(s *suite) {
	anna := identity("google", "1001")
	first, id := s.signIn(noon, anna)
	s.place(placedBy(id), from("anna@alt.example"))

	anna.Email, anna.EmailVerified, anna.Name = "anna@neu.example", false, ""
	later := noon.Add(time.Hour)
	second, again := s.signIn(later, anna)
	if again != id {
		s.t.Errorf("customer %d, then %d", id, again)
	}
	want := account.Customer{
		ID: id, Name: "Person 1001", Email: "anna@neu.example", CreatedAt: noon, SignedInAt: later,
		Identities: []account.LinkedIdentity{{Provider: "google", Issuer: anna.Issuer, Subject: "1001", LinkedAt: noon, UsedAt: later}},
	}
	for _, key := range []account.SessionKey{first, second} {
		if diff := cmp.Diff(want, s.customer(key, later)); diff != "" {
			s.t.Errorf("customer (-want +got):\n%s", diff)
		}
	}
	anna.Email = "" // not disclosed, which deletes nothing
	third, _ := s.signIn(later, anna)
	if c := s.customer(third, later); c.Email != "anna@neu.example" {
		s.t.Errorf("e-mail %q", c.Email)
	}
	if o := s.details(1).Order; o.Customer.Email != "anna@alt.example" || o.CustomerID != id {
		s.t.Errorf("the order became %+v", o)
	}
}

func otherCustomer(s *suite) {
	victim := identity("google", "1001")
	_, id := s.signIn(noon, victim)
	s.place(placedBy(id), from(victim.Email))
	seen := map[int64]bool{id: true}
	for _, i := range []account.Identity{
		{Issuer: "https://microsoft.example", Subject: "1001", Email: victim.Email, EmailVerified: true},
		{Issuer: "https://microsoft.example", Subject: "7", Email: victim.Email},
		{Issuer: victim.Issuer, Subject: "1001 ", Email: victim.Email, EmailVerified: true},
		{Issuer: victim.Issuer + "/", Subject: "1001", Email: victim.Email, EmailVerified: true},
		{Issuer: "HTTPS://GOOGLE.example", Subject: "1001", Email: victim.Email},
	} {
		key, other := s.signIn(noon, i)
		if seen[other] {
			s.t.Errorf("%+v is customer %d", i, other)
		}
		seen[other] = true
		if page, err := s.Store.CustomerOrders(s.t.Context(), key, noon, 0, 10); err != nil || len(page.Orders) > 0 {
			s.t.Errorf("%+v sees %v, %v", i, page.Orders, err)
		}
	}
}

func firstSignIns(s *suite) {
	var all sync.WaitGroup
	ids := make([]int64, 8)
	keys := make([]account.SessionKey, len(ids))
	for n := range ids {
		all.Go(func() {
			_, keys[n] = account.NewSessionID()
			var err error
			ids[n], err = s.Store.SignIn(s.t.Context(), account.VerifiedSignIn{
				Provider: "google", Identity: identity("google", "1001"), Session: keys[n], At: noon,
			})
			if err != nil {
				s.t.Errorf("sign in: %v", err)
			}
		})
	}
	all.Wait()
	for n, id := range ids {
		if id != ids[0] || s.customer(keys[n], noon).ID != id {
			s.t.Errorf("customers %v", ids)
		}
	}
	s.counts(map[string]int{"customers": 1, "kunden_anmeldungen": 1, "kunden_sitzungen": len(ids)})
}

// counts expects numbers of rows.
func (s *suite) counts(want map[string]int) {
	s.t.Helper()
	for table, n := range want {
		if got := s.count(table); got != n {
			s.t.Errorf("%d rows in %s, want %d", got, table, n)
		}
	}
}

func linking(s *suite) {
	anna, berta := identity("google", "1001"), identity("microsoft", "2002")
	key, id := s.signIn(noon, anna)
	_, other := s.signIn(noon, berta)
	link := func(provider string, i account.Identity, at time.Time) error {
		return s.Store.LinkIdentity(s.t.Context(), key, provider, i, at)
	}
	for _, c := range []struct {
		name     string
		provider string
		identity account.Identity
		at       time.Time
		want     error
	}{
		{"another customer's", "microsoft", berta, noon, account.ErrIdentityTaken},
		{"the own one again", "google", anna, noon, nil},
		{"a second person of the provider", "google", identity("google", "1002"), noon, account.ErrProviderLinked},
		{"after a quarter of an hour", "microsoft", identity("microsoft", "9"), noon.Add(account.SessionFresh + time.Millisecond), account.ErrSignInAgain},
		{"a new one", "microsoft", identity("microsoft", "9"), noon.Add(account.SessionFresh), nil},
	} {
		if err := link(c.provider, c.identity, c.at); !errors.Is(err, c.want) {
			s.t.Errorf("%s: %v, want %v", c.name, err, c.want)
		}
	}
	if _, again := s.signIn(noon, identity("microsoft", "9")); again != id {
		s.t.Errorf("the linked identity is customer %d, want %d", again, id)
	}
	if _, still := s.signIn(noon, berta); still != other {
		s.t.Errorf("the other customer became %d", still)
	}
	s.counts(map[string]int{"customers": 2, "kunden_anmeldungen": 3})
}

func linkingAtOnce(s *suite) {
	key, _ := s.signIn(noon, identity("google", "1001"))
	var all sync.WaitGroup
	var linked, refused int
	var mu sync.Mutex
	for n := range 6 {
		all.Go(func() {
			err := s.Store.LinkIdentity(s.t.Context(), key, "microsoft", identity("microsoft", fmt.Sprint(n)), noon)
			mu.Lock()
			defer mu.Unlock()
			switch {
			case err == nil:
				linked++
			case errors.Is(err, account.ErrProviderLinked):
				refused++
			default:
				s.t.Errorf("link: %v", err)
			}
		})
	}
	all.Wait()
	if linked != 1 || refused != 5 {
		s.t.Errorf("%d linked, %d refused", linked, refused)
	}
	s.counts(map[string]int{"kunden_anmeldungen": 2})
}

func unlinking(s *suite) {
	key, id := s.signIn(noon, identity("google", "1001"))
	unlink := func(provider string) error {
		return s.Store.UnlinkIdentity(s.t.Context(), key, provider, noon)
	}
	if err := unlink("google"); !errors.Is(err, account.ErrLastIdentity) {
		s.t.Errorf("the last one: %v", err)
	}
	if err := unlink("microsoft"); !errors.Is(err, account.ErrIdentityNotFound) {
		s.t.Errorf("one that is not there: %v", err)
	}
	if err := s.Store.LinkIdentity(s.t.Context(), key, "microsoft", identity("microsoft", "9"), noon); err != nil {
		s.t.Fatal(err)
	}
	elsewhere, _ := s.signIn(noon, identity("microsoft", "9"))
	stranger, _ := s.signIn(noon, identity("google", "7"))
	if err := unlink("microsoft"); err != nil {
		s.t.Errorf("unlink: %v", err)
	}
	s.signedOut(elsewhere, noon)
	s.customer(stranger, noon)
	if c := s.customer(key, noon); len(c.Identities) != 1 || c.Linked("google") == nil {
		s.t.Errorf("identities %+v", c.Identities)
	}
	if _, other := s.signIn(noon, identity("microsoft", "9")); other == id {
		s.t.Error("the unlinked identity still opens the account")
	}
}

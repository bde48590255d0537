package web_test

import (
	"context"
	"net/http"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"kontor/internal/shop/account"
	"kontor/internal/web"
	"kontor/tests/shoptest"
)

// countingStore counts how often sessions are looked up.
type countingStore struct {
	account.Store
	looks atomic.Int64
}

func (s *countingStore) Session(ctx context.Context, key account.SessionKey, at time.Time) (account.Session, error) {
	s.looks.Add(1)
	return s.Store.Session(ctx, key, at)
}

func (s *countingStore) Customer(ctx context.Context, key account.SessionKey, at time.Time) (account.Customer, error) {
	s.looks.Add(1)
	return s.Store.Customer(ctx, key, at)
}

// S3: a cookie not signed by this shop causes no database query.
func TestS3_ForeignCookiesAreNotLookedUp(t *testing.T) {
	t.Parallel()
	store := &countingStore{}
	secret := []byte(strings.Repeat("k", 32))
	shop := shoptest.Start(t, shoptest.SignIn(), shoptest.Web(func(o *web.Options) {
		store.Store, o.Account.Store = o.Account.Store, store
		o.AccountSecrets = [][]byte{secret}
	}))
	signedIn := shop.Customer("google", anna)
	honest := signedIn.Cookie(shoptest.AccountCookie)
	id, _ := account.NewSessionID()
	looks := store.looks.Load()
	for name, value := range map[string]string{
		"another secret": forge(t, shop, kinds[2], []byte(strings.Repeat("x", 32)), true, id),
		"another system": forge(t, shop, kinds[0], secret, true, id),
		"changed":        "A" + honest[1:], "cut": honest[:len(honest)-1], "garbage": "x", "empty": "",
	} {
		c := shop.Visitor()
		c.SetCookie(shoptest.AccountCookie, value)
		c.Get("/api/konto").WantError(http.StatusUnauthorized, notSignedIn)
		c.Get("/api/konto/daten").WantError(http.StatusUnauthorized, notSignedIn)
		erase(c).WantError(http.StatusUnauthorized, notSignedIn)
		c.Get("/konto/", browser).Want(http.StatusOK)
		c.PostOrder(shoptest.Order()).Want(http.StatusCreated)
		if n := store.looks.Load(); n != looks {
			t.Fatalf("%s: %d looks at the database", name, n-looks)
		}
	}
	if accountOf(signedIn); store.looks.Load() == looks {
		t.Error("looks are not counted")
	}
}

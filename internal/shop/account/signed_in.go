package account

import "context"

// use returns the session and records its use every few minutes. Failing to record it
// keeps nobody from the account.
func (s *Service) use(ctx context.Context, key SessionKey) (Session, error) {
	now := s.Now()
	session, err := s.Store.Session(ctx, key, now)
	if err != nil {
		return session, err
	}
	if session.Stale(now) {
		if err := s.Store.TouchSession(ctx, key, now); err != nil {
			s.Log.WarnContext(ctx, "use of a session not noted", "error", err)
		}
	}
	return session, nil
}

// Customer returns the signed-in customer, or ErrNotSignedIn.
func (s *Service) Customer(ctx context.Context, key SessionKey) (Customer, error) {
	if _, err := s.use(ctx, key); err != nil {
		return Customer{}, err
	}
	return s.Store.Customer(ctx, key, s.Now())
}

// CustomerID returns the id of the signed-in customer, 0 for a guest. It never fails:
// trouble with accounts must not keep anybody from ordering.
func (s *Service) CustomerID(ctx context.Context, key SessionKey) int64 {
	if key == "" {
		return 0
	}
	session, err := s.use(ctx, key)
	if err != nil {
		return 0
	}
	return session.CustomerID
}

// Orders returns one page of the orders that the customer placed while signed in,
// newest first, with ids below before; 0 for the first page.
func (s *Service) Orders(ctx context.Context, key SessionKey, before int64, limit int) (CustomerPage, error) {
	if _, err := s.use(ctx, key); err != nil {
		return CustomerPage{}, err
	}
	return s.Store.CustomerOrders(ctx, key, s.Now(), before, limit)
}

// Invoiced returns the id of the customer's order to which a document belongs.
//
// Errors: [ErrNotSignedIn], order.ErrInvoiceNotFound for another customer's too.
func (s *Service) Invoiced(ctx context.Context, key SessionKey, number string) (int64, error) {
	if _, err := s.use(ctx, key); err != nil {
		return 0, err
	}
	return s.Store.CustomerInvoiced(ctx, key, s.Now(), number)
}

// SignOut ends the session.
func (s *Service) SignOut(ctx context.Context, key SessionKey) error {
	return s.Store.EndSession(ctx, key)
}

// SignOutEverywhere ends all sessions of the customer, or returns ErrNotSignedIn.
func (s *Service) SignOutEverywhere(ctx context.Context, key SessionKey) error {
	_, err := s.Store.EndSessions(ctx, key, s.Now())
	return err
}

// Clean deletes expired sessions.
func (s *Service) Clean(ctx context.Context) error {
	_, err := s.Store.ForgetSessions(ctx, s.Now())
	return err
}

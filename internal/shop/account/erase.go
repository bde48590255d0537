package account

import "context"

// Erase deletes the account for good; the orders stay, because the law requires it.
// word is what the customer typed as confirmation.
//
// Errors: ErrNotSignedIn; ErrErasureUnconfirmed; ErrSignInAgain. After any error
// nothing is deleted.
func (s *Service) Erase(ctx context.Context, key SessionKey, word string) (Erasure, error) {
	if _, err := s.use(ctx, key); err != nil {
		return Erasure{}, err
	}
	if !ConfirmsErasure(word) {
		return Erasure{}, ErrErasureUnconfirmed
	}
	erased, err := s.Store.EraseCustomer(ctx, key, s.Now())
	if err != nil {
		return erased, err
	}
	s.Log.InfoContext(ctx, "account deleted", "customer", erased.CustomerID)
	if err := s.Store.Scrub(ctx); err != nil {
		s.Log.WarnContext(ctx, "deleted data is still in the database's log", "error", err)
	}
	return erased, nil
}

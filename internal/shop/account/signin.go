package account

import "context"

// Begin returns a new attempt to sign in at the provider, and the URL to send the
// browser to. The provider sends it back to redirectURI.
//
// Errors: ErrSignInNotSetUp, ErrSignInUnavailable.
func (s *Service) Begin(ctx context.Context, p Provider, redirectURI string) (attempt SignIn, address string, err error) {
	if p.Client == nil {
		return attempt, "", SignInNotSetUp(p.Label)
	}
	attempt = NewSignIn(redirectURI)
	address, err = p.Client.Start(ctx, attempt)
	return attempt, address, err
}

// Link is [Service.Begin] for a customer who wants to add the provider to the account.
//
// Errors: those of Begin, ErrNotSignedIn, ErrSignInAgain, ErrProviderLinked.
func (s *Service) Link(ctx context.Context, key SessionKey, p Provider, redirectURI string) (attempt SignIn, address string, err error) {
	session, err := s.use(ctx, key)
	if err != nil {
		return attempt, "", err
	}
	if !session.Fresh(s.Now()) {
		return attempt, "", ErrSignInAgain
	}
	customer, err := s.Store.Customer(ctx, key, s.Now())
	if err != nil {
		return attempt, "", err
	}
	if customer.Linked(p.Name) != nil {
		return attempt, "", ErrProviderLinked
	}
	return s.Begin(ctx, p, redirectURI)
}

// Finish exchanges what the browser brought back for the identity that the provider
// vouches for.
//
// Errors: ErrSignInNotSetUp, ErrSignInUnavailable, ErrSignInRefused, ErrSignInMismatch.
func (s *Service) Finish(ctx context.Context, p Provider, attempt SignIn, answer SignInAnswer) (Identity, error) {
	if p.Client == nil {
		return Identity{}, SignInNotSetUp(p.Label)
	}
	identity, err := p.Client.Finish(ctx, attempt, answer)
	if err != nil {
		return Identity{}, err
	}
	return identity.Clean()
}

// SignIn opens a session for the person, who becomes a customer on the first sign-in,
// and returns the session's id, which only the browser may get. The browser's previous
// session ends, so that an id from before the sign-in is worthless after it.
func (s *Service) SignIn(ctx context.Context, p Provider, identity Identity, replaces SessionKey) (sessionID []byte, err error) {
	id, key := NewSessionID()
	customer, err := s.Store.SignIn(ctx, VerifiedSignIn{
		Provider: p.Name, Identity: identity, Session: key, Replaces: replaces, At: s.Now(),
	})
	if err != nil {
		return nil, err
	}
	s.Log.InfoContext(ctx, "customer signed in", "customer", customer, "provider", p.Name)
	return id, nil
}

// AddIdentity adds the person's identity to the account of the session in which the
// linking began.
//
// Errors: ErrNotSignedIn, ErrSignInAgain, ErrIdentityTaken, ErrProviderLinked.
func (s *Service) AddIdentity(ctx context.Context, key SessionKey, p Provider, identity Identity) error {
	return s.Store.LinkIdentity(ctx, key, p.Name, identity, s.Now())
}

// RemoveIdentity removes a provider from the account and ends the customer's other
// sessions.
//
// Errors: ErrNotSignedIn, ErrSignInAgain, ErrIdentityNotFound, ErrLastIdentity.
func (s *Service) RemoveIdentity(ctx context.Context, key SessionKey, provider string) error {
	return s.Store.UnlinkIdentity(ctx, key, provider, s.Now())
}

package account

import (
	"context"

	"kontor"
)

// Begin returns a new attempt to sign in at the provider, and the address to
// which the browser goes for it. redirectURI is where it comes back.
//
// Errors: kontor.ErrSignInNotSetUp, kontor.ErrSignInUnavailable.
func (s *Service) Begin(ctx context.Context, p Provider, redirectURI string) (attempt kontor.SignIn, address string, err error) {
	if p.Client == nil {
		return attempt, "", kontor.SignInNotSetUp(p.Label)
	}
	attempt = kontor.NewSignIn(redirectURI)
	address, err = p.Client.Start(ctx, attempt)
	return attempt, address, err
}

// Link is [Service.Begin] for a customer who wants to add the provider to the
// account, and for nobody else.
//
// Errors: those of Begin, kontor.ErrNotSignedIn, kontor.ErrSignInAgain,
// kontor.ErrProviderLinked.
func (s *Service) Link(ctx context.Context, key kontor.SessionKey, p Provider, redirectURI string) (attempt kontor.SignIn, address string, err error) {
	session, err := s.use(ctx, key)
	if err != nil {
		return attempt, "", err
	}
	if !session.Fresh(s.now()) {
		return attempt, "", kontor.ErrSignInAgain
	}
	customer, err := s.Store.Customer(ctx, key, s.now())
	if err != nil {
		return attempt, "", err
	}
	if customer.Linked(p.Name) != nil {
		return attempt, "", kontor.ErrProviderLinked
	}
	return s.Begin(ctx, p, redirectURI)
}

// Finish exchanges what the browser brought back for the identity that the
// provider vouches for.
//
// Errors: kontor.ErrSignInNotSetUp, kontor.ErrSignInUnavailable,
// kontor.ErrSignInRefused, kontor.ErrSignInMismatch.
func (s *Service) Finish(ctx context.Context, p Provider, attempt kontor.SignIn, answer kontor.SignInAnswer) (kontor.Identity, error) {
	if p.Client == nil {
		return kontor.Identity{}, kontor.SignInNotSetUp(p.Label)
	}
	identity, err := p.Client.Finish(ctx, attempt, answer)
	if err != nil {
		return kontor.Identity{}, err
	}
	return identity.Clean()
}

// SignIn opens a session for the person, who becomes a customer the first time,
// and returns the session's id for the browser alone. The session that the
// browser had before ends: an id from before the sign-in is worth nothing after
// it.
func (s *Service) SignIn(ctx context.Context, p Provider, identity kontor.Identity, replaces kontor.SessionKey) (sessionID []byte, err error) {
	id, key := kontor.NewSessionID()
	customer, err := s.Store.SignIn(ctx, kontor.VerifiedSignIn{
		Provider: p.Name, Identity: identity, Session: key, Replaces: replaces, At: s.now(),
	})
	if err != nil {
		return nil, err
	}
	s.Log.InfoContext(ctx, "customer signed in", "customer", customer, "provider", p.Name)
	return id, nil
}

// AddIdentity adds the person's identity to the account of the session with
// which the linking began.
//
// Errors: kontor.ErrNotSignedIn, kontor.ErrSignInAgain, kontor.ErrIdentityTaken,
// kontor.ErrProviderLinked.
func (s *Service) AddIdentity(ctx context.Context, key kontor.SessionKey, p Provider, identity kontor.Identity) error {
	return s.Store.LinkIdentity(ctx, key, p.Name, identity, s.now())
}

// RemoveIdentity takes a provider away from the account and ends the customer's
// other sessions.
//
// Errors: kontor.ErrNotSignedIn, kontor.ErrSignInAgain,
// kontor.ErrIdentityNotFound, kontor.ErrLastIdentity.
func (s *Service) RemoveIdentity(ctx context.Context, key kontor.SessionKey, provider string) error {
	return s.Store.UnlinkIdentity(ctx, key, provider, s.now())
}

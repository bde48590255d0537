// Package oidc signs people in with OpenID Connect: the authorization code flow
// with PKCE, at any provider that is named by its issuer. The libraries check
// signatures, issuers and times; this package does what they leave to their
// caller: the nonce, the subject, who the token is for, the answer's issuer, how
// long and how much a provider may talk, and that the code leaves once, to the
// provider alone.
//
// Nothing of a provider's tokens is kept, and nothing that a provider says is
// logged.
package oidc

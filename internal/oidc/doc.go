// Package oidc signs people in with OpenID Connect: the authorization code flow with
// PKCE, at any provider given by its issuer. The libraries check signatures, issuers
// and times; this package does what they leave to their caller: it checks the nonce,
// the subject, the token's audience and the answer's issuer, limits how long and how
// much a provider may talk, and sends the code only once, to the provider alone.
//
// No provider's token is kept, and nothing that a provider says is logged.
package oidc

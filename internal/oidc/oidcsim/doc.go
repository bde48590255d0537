// Package oidcsim has a small sign-in provider that speaks OpenID Connect: a
// real server on this computer with metadata, a page on which to choose who to
// be, tokens, keys and userinfo. It checks its clients as strictly as the
// standards allow, and has switches for what providers do wrong, by mistake or
// with intent.
//
// Tests sign in with it, and so does a shop that is being rehearsed.
package oidcsim

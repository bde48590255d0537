// Package oidcsim provides a small OpenID Connect sign-in provider: a real server on
// this computer with metadata, a page on which to choose a person, tokens, keys and
// userinfo. It checks its clients as strictly as the standards allow, and can simulate
// what providers do wrong, by mistake or with intent.
//
// Tests sign in with it, and so does a shop in rehearsal.
package oidcsim

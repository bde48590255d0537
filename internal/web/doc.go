// Package web is the shop's HTTP side. It puts the storefront and the office behind
// their door, and around both what every request passes: its id, limits, headers and
// metrics.
//
// routes.go joins the lists of routes of all parts; paths that are in none are closed
// like the rest of the site. Handlers return errors, which package kit writes, with the
// only table of HTTP statuses.
package web

// Package door guards the shop: the site gate and the administration gate, their entry
// pages and sessions, and who may pass which route.
package door

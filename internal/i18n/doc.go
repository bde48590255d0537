// Package i18n holds what the shop's customers read: the texts in each language,
// and how amounts and dates are written there. German is the source; the
// catalogue folder has one JSON file for each language, all with the same keys.
//
// What only the operator reads is German and stands where it is used.
package i18n

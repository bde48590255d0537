// Package i18n holds the texts that the shop's customers read, in each language, and
// the format of amounts and dates there. German is the source language; the catalogue
// folder has one JSON file per language, all with the same keys.
//
// Texts that only the operator reads are German and are written where they are used.
package i18n

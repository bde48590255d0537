// Package backup makes, checks, opens, lists and prunes copies of a shop.
//
// A copy is one file, <slug>-<UTC>.tar.zst, or .tar.zst.age if it is encrypted, with its
// SHA-256 beside it in the form of sha256sum. It holds manifest.json, the database as a
// SQLite file whatever the shop runs on, the operator's legal texts and, only if it is
// encrypted, the generated secrets. A file gets its name only once it was checked and
// has reached the disk.
package backup

// Package doctor examines a shop: its settings, its database and what waits for its
// operator. It changes nothing, works beside a running shop and on a stopped one, and
// says for each finding what to do. The conditions on which a shop opens to the public
// are examined with it.
package doctor

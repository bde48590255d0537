//go:build race

package bankfile_test

// underRace: the race detector empties pools at random, so that regular expressions
// allocate anew for each line. The bound is held by a run without it.
const underRace = true

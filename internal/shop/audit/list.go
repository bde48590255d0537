package audit

// Filter selects rows.
type Filter struct {
	Action  Action // empty: all
	Subject string // empty: all
	Before  int64  // only rows with a lower number; 0: from the newest
	Limit   int    // at most so many
}

// Page is one page of the log, newest first.
type Page struct {
	Rows []Row
	Next int64 // the Before of the next page; 0: this is the last
}

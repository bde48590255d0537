// Package kit is shared by the parts of the web: routes, refusals and their statuses,
// JSON, queries, pages, and the files that pages load.
package kit

// Package bankfile reads the statements that banks let their customers download:
// CAMT.053 and CAMT.052 (XML, possibly several in a ZIP file), MT940, and the CSV files
// of the common German, Austrian and Swiss banks, two of which have no headings. It
// reports what a file contains, not what that means for orders.
package bankfile

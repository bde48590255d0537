// Package bankfile reads the statements that banks let their customers download:
// CAMT.053 and CAMT.052 (XML, also several in a ZIP file), MT940, and the CSV files
// of the common German, Austrian and Swiss banks, two of them without headings. It says what stands in a file, not what
// it means for orders.
package bankfile

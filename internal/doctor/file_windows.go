package doctor

import "io/fs"

func identity(fs.FileInfo) string { return "" }

// readableByOthers is always false: Windows has access lists in place of modes.
func readableByOthers(fs.FileInfo) bool { return false }

// writable believes that the directory is: only writing would show.
func writable(string) error { return nil }

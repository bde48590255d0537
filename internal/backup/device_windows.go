package backup

import (
	"path/filepath"
	"strings"
)

// SameDevice reports whether two directories are on one drive; false if that is
// unknown.
func SameDevice(a, b string) bool {
	one, err := filepath.Abs(a)
	if err != nil {
		return false
	}
	other, err := filepath.Abs(b)
	return err == nil && strings.EqualFold(filepath.VolumeName(one), filepath.VolumeName(other))
}

// syncDir has nothing to do: Windows keeps names durable by itself.
func syncDir(string) error { return nil }

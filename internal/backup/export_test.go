package backup

import "context"

// Once does what Run does when the time has come.
func (k *Keeper) Once(ctx context.Context) { k.once(ctx) }

// UntilDue is how Run decides.
var UntilDue = (*Keeper).untilDue

// Surplus returns the paths of the copies that are removed, of all copies, newest
// first.
func Surplus(all []File, slug string) (paths []string) {
	for _, f := range surplus(all, slug) {
		paths = append(paths, f.Path)
	}
	return paths
}

package door

import "embed"

//go:embed templates
var files embed.FS

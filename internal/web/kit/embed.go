package kit

import "embed"

//go:embed modules static templates
var files embed.FS

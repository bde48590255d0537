package office

import "embed"

//go:embed static templates
var files embed.FS

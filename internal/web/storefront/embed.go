package storefront

import "embed"

//go:embed static templates favicon.ico
var files embed.FS

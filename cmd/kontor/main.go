// Command kontor is the shop server and the tools of its operator.
package main

import (
	"context"
	"os"

	_ "golang.org/x/crypto/x509roots/fallback" // for images and systems without certificates of their own
)

func main() {
	p := &program{args: os.Args, environ: os.Environ(), stdout: os.Stdout, stderr: os.Stderr}
	os.Exit(p.run(context.Background()))
}

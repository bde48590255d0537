package main

import (
	"crypto/sha256"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
)

// sumsName is the list of a release's files with their SHA-256, in the form of sha256sum.
const sumsName = "SHA256SUMS"

// signerVariable names the file of the private key with which a release is signed.
const signerVariable = "SIGNIERSCHLUESSEL"

// namespace keeps a signature of a release from being taken for one of something else.
const namespace = "kontor-release"

func writeSums(dir string) error {
	files, err := filesIn(dir)
	if err != nil {
		return err
	}
	return create(filepath.Join(dir, sumsName), func(w io.Writer) error {
		for _, f := range files {
			if _, err := fmt.Fprintf(w, "%x  %s\n", sha256.Sum256(f.data), f.path); err != nil {
				return err
			}
		}
		return nil
	})
}

// sign signs the list of files if there is a key: whoever trusts the signature can
// trust every file.
func sign(dir string) error {
	key := os.Getenv(signerVariable)
	if key == "" {
		return nil
	}
	_, err := output(exec.Command("ssh-keygen", "-q", "-Y", "sign", "-f", key, "-n", namespace, filepath.Join(dir, sumsName)))
	return err
}

package main

import (
	"context"
	"crypto/rand"
	"fmt"
	"net/http"
	"os/exec"

	"kontor/tests/process"
)

// The access codes of all instances.
const (
	siteCode  = "zugang-im-verbund"
	adminCode = "verwaltung-im-verbund"
)

// secrets are the same for all instances, so that each takes the others' cookies.
var secrets = []string{
	"SITE_SESSION_SECRET=" + rand.Text() + rand.Text(),
	"VERWALTUNG_SESSION_SECRET=" + rand.Text() + rand.Text(),
	"KONTO_SESSION_SECRET=" + rand.Text() + rand.Text(),
}

// instance is one process of the shop.
type instance struct {
	site    *site
	name    string
	url     string
	program string
	env     []string
	process *process.Process
}

// buildShop compiles the program, and returns its path.
func buildShop(s *site) (string, error) {
	path := s.path("kontor")
	cmd := exec.Command("go", "build", "-buildvcs=false", "-o", path, "kontor/cmd/kontor")
	if out, err := cmd.CombinedOutput(); err != nil {
		return "", fmt.Errorf("%v: %w\n%s", cmd, err, out)
	}
	return path, nil
}

// newInstance prepares an instance that listens on a port.
func newInstance(s *site, program string, number, port int, base, database string) (*instance, error) {
	name := fmt.Sprintf("shop%d", number)
	folder, err := s.folder(name)
	if err != nil {
		return nil, err
	}
	address := fmt.Sprintf("127.0.0.1:%d", port)
	return &instance{site: s, name: name, url: "http://" + address, program: program, env: append([]string{
		"DATA_DIR=" + folder, "LISTEN_ADDR=" + address, "BASE_URL=" + base, "DATABASE_URL=" + database,
		"TRUSTED_PROXIES=127.0.0.1/32",
		"SITE_ACCESS_CODE=" + siteCode, "VERWALTUNG_ACCESS_CODE=" + adminCode,
	}, secrets...)}, nil
}

func (i *instance) start() (err error) {
	i.process, err = i.site.start(i.name, i.env, i.program, "serve")
	return err
}

// ready waits until the instance can take orders.
func (i *instance) ready(ctx context.Context) error {
	return await(ctx, i.name+" is ready", func() error {
		if ended, err := i.process.Ended(); ended {
			return giveUp{fmt.Errorf("%s ended: %v\n%s", i.name, err, i.process.LastLines(5))}
		}
		return demandStatus(ctx, i.url+"/readyz", http.StatusOK)
	})
}

package main

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/netip"
	"time"

	"kontor/internal/config"
)

// healthPatience is shorter than what service managers allow a check.
const healthPatience = 3 * time.Second

type healthcheckCommand struct {
	settings
}

// Run succeeds if the running shop answers. It asks as the settings say, so it has to be
// given those with which the shop runs.
func (c *healthcheckCommand) Run(ctx context.Context, p *program) error {
	cfg, err := p.load()
	if err != nil {
		return err
	}
	address, err := healthAddress(cfg)
	if err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(ctx, healthPatience)
	defer cancel()
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, address, nil)
	if err != nil {
		return err
	}
	// It asks whether the shop answers, not who it is: the certificate is for another name
	// than this computer's number, and may not have been obtained from a public authority.
	client := http.Client{Transport: &http.Transport{TLSClientConfig: &tls.Config{InsecureSkipVerify: true}}}
	response, err := client.Do(request)
	if err != nil {
		return fmt.Errorf("der Shop antwortet nicht: %w", err)
	}
	defer response.Body.Close()
	if response.StatusCode != http.StatusOK {
		return fmt.Errorf("der Shop antwortet nicht richtig: %s sagt %s", address, response.Status)
	}
	fmt.Fprintln(p.stdout, "Der Shop antwortet.")
	return nil
}

// healthAddress returns where the shop says that it lives, from this computer.
func healthAddress(cfg *config.Config) (string, error) {
	host, port, err := net.SplitHostPort(cfg.ListenAddr)
	if err != nil || port == "0" {
		return "", errors.Join(err, fmt.Errorf("LISTEN_ADDR=%s nennt keinen Port", cfg.ListenAddr))
	}
	if at, err := netip.ParseAddr(host); host == "" || err == nil && at.IsUnspecified() {
		host = "localhost"
	}
	scheme := "http"
	if cfg.OwnTLS() {
		scheme = "https"
	}
	return scheme + "://" + net.JoinHostPort(host, port) + "/healthz", nil
}

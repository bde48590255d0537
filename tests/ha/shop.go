package main

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/cookiejar"
	"time"

	"kontor/tests/crowd"
)

// requestTimeout is how long a customer waits for an answer.
const requestTimeout = 30 * time.Second

// shop is the whole setup: the database, the instances, and the proxy in front of them.
type shop struct {
	site      *site
	cluster   *cluster
	proxy     *proxy
	instances []*instance
	// operator has both sessions, obtained from one instance and valid for all: cookies
	// ignore ports.
	operator *http.Client
}

// openShop starts everything.
func openShop(ctx context.Context, s *site, o *options) (*shop, error) {
	program, err := buildShop(s)
	if err != nil {
		return nil, err
	}
	if err := s.give(program); err != nil {
		return nil, err
	}
	h := &shop{site: s}
	if h.cluster, err = startCluster(ctx, s); err != nil {
		return nil, err
	}
	var ports []int
	for range 3 {
		port, err := s.port()
		if err != nil {
			return nil, err
		}
		ports = append(ports, port)
	}
	if h.proxy, err = startProxy(ctx, s, ports, h.cluster); err != nil {
		return nil, err
	}
	if err := h.startInstances(ctx, program, ports, o); err != nil {
		return nil, err
	}
	return h, h.signIn()
}

func (h *shop) startInstances(ctx context.Context, program string, ports []int, o *options) error {
	database := h.cluster.url("kontor", "kontor")
	if o.Route == routeProxy {
		database = fmt.Sprintf("postgres://kontor@127.0.0.1:%d/kontor", h.proxy.database)
	}
	for i, port := range ports {
		one, err := newInstance(h.site, program, i+1, port, h.proxy.url, database)
		if err != nil {
			return err
		}
		h.instances = append(h.instances, one)
		if err := one.start(); err != nil {
			return err
		}
	}
	for _, one := range h.instances {
		if err := one.ready(ctx); err != nil {
			return err
		}
	}
	return await(ctx, "haproxy sees the instances", func() error {
		return demandStatus(ctx, h.proxy.url+"/healthz", http.StatusOK)
	})
}

// signIn obtains both sessions from the first instance.
func (h *shop) signIn() error {
	jar, err := cookiejar.New(nil)
	if err != nil {
		return err
	}
	h.operator = &http.Client{Timeout: requestTimeout, Jar: jar}
	first := h.instances[0].url
	if err := demand(crowd.Send(h.operator, "POST", first+"/api/zugang", map[string]string{"code": siteCode}), http.StatusOK); err != nil {
		return err
	}
	return demand(crowd.Send(h.operator, "POST", first+"/api/zugang/verwaltung", map[string]string{"code": adminCode}), http.StatusOK)
}

// demand returns an error unless the answer has the status.
func demand(a crowd.Answer, status int) error {
	if a.Status != status {
		return fmt.Errorf("answered %d, want %d: %s", a.Status, status, a.Body)
	}
	return nil
}

// into decodes the body of an answer that must have the status.
func into(a crowd.Answer, status int, target any) error {
	if err := demand(a, status); err != nil {
		return err
	}
	return json.Unmarshal(a.Body, target)
}

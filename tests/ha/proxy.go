package main

import (
	"context"
	"fmt"
	"net/http"
	"strings"
)

// proxyConfig is haproxy's configuration. Only a connection that was never established
// is retried elsewhere: an order that was sent may have been stored.
const proxyConfig = `global
  maxconn 2000
defaults
  timeout connect 2s
  timeout client 60s
  timeout server 60s
  timeout queue 5s
  timeout check 1s
  option redispatch
  retries 3
frontend shop
  mode http
  bind 127.0.0.1:%d
  default_backend instances
backend instances
  mode http
  balance roundrobin
  option forwardfor
  option httpchk GET /readyz
  http-check expect status 200
  default-server check inter 500ms fall 2 rise 1
%slisten database
  mode tcp
  bind 127.0.0.1:%d
  timeout client 30m
  timeout server 30m
  option httpchk GET /primary
  http-check expect status 200
  default-server check inter 500ms fall 2 rise 1 on-marked-down shutdown-sessions
%s`

// proxy is the haproxy in front of the instances, and in front of the database.
type proxy struct {
	url      string // of the shop
	database int    // port of the primary
}

// startProxy starts haproxy for instances on these ports and a cluster.
func startProxy(ctx context.Context, s *site, instances []int, c *cluster) (*proxy, error) {
	program, err := find("haproxy")
	if err != nil {
		return nil, err
	}
	shop, err := s.port()
	if err != nil {
		return nil, err
	}
	database, err := s.port()
	if err != nil {
		return nil, err
	}
	var shops, nodes strings.Builder
	for i, port := range instances {
		fmt.Fprintf(&shops, "  server shop%d 127.0.0.1:%d\n", i+1, port)
	}
	for _, n := range c.nodes {
		fmt.Fprintf(&nodes, "  server %s 127.0.0.1:%d port %d\n", n.name, n.port, n.rest)
	}
	config, err := s.write("haproxy.cfg", fmt.Sprintf(proxyConfig, shop, shops.String(), database, nodes.String()))
	if err != nil {
		return nil, err
	}
	running, err := s.start("haproxy", nil, program, "-db", "-f", config)
	if err != nil {
		return nil, err
	}
	p := &proxy{url: fmt.Sprintf("http://127.0.0.1:%d", shop), database: database}
	return p, await(ctx, "haproxy answers", func() error {
		if ended, err := running.Ended(); ended {
			return giveUp{fmt.Errorf("haproxy ended: %v\n%s", err, running.LastLines(5))}
		}
		return demandStatus(ctx, p.url+"/healthz", http.StatusServiceUnavailable) // no instance yet
	})
}

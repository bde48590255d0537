package main

import (
	"context"
	"fmt"
	"net/http"
)

// startEtcd starts the store in which Patroni records the primary, and returns its
// port. A single one is enough, since it is not under test.
func startEtcd(ctx context.Context, s *site) (int, error) {
	program, err := find("etcd")
	if err != nil {
		return 0, err
	}
	port, err := s.port()
	if err != nil {
		return 0, err
	}
	peers, err := s.port()
	if err != nil {
		return 0, err
	}
	url, peerURL := fmt.Sprintf("http://127.0.0.1:%d", port), fmt.Sprintf("http://127.0.0.1:%d", peers)
	p, err := s.start("etcd", nil, program, "--name", "etcd", "--data-dir", s.path("etcd"),
		"--listen-client-urls", url, "--advertise-client-urls", url,
		"--listen-peer-urls", peerURL, "--initial-advertise-peer-urls", peerURL,
		"--initial-cluster", "etcd="+peerURL)
	if err != nil {
		return 0, err
	}
	return port, await(ctx, "etcd answers", func() error {
		if ended, err := p.Ended(); ended {
			return giveUp{fmt.Errorf("etcd ended: %v\n%s", err, p.LastLines(5))}
		}
		return demandStatus(ctx, url+"/health", http.StatusOK)
	})
}

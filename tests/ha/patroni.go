package main

import (
	"fmt"
	"path/filepath"
)

// The times of the cluster, in seconds. Patroni runs every loopWait, gives up on etcd
// after retryTimeout, and considers a primary with a silent Patroni lost after ttl. It
// requires ttl ≥ loop_wait + 2 × retry_timeout.
const (
	loopWait     = 1
	retryTimeout = 5
	ttl          = 20
)

// patroniConfig is a node's configuration. master_start_timeout 0 fails over at once
// when the primary crashes, instead of restarting it. A new primary confirms nothing
// until a standby follows it, which retries every wal_retrieve_retry_interval.
const patroniConfig = `scope: kontor
name: %[1]s
restapi:
  listen: 127.0.0.1:%[2]d
  connect_address: 127.0.0.1:%[2]d
etcd3:
  host: 127.0.0.1:%[3]d
bootstrap:
  dcs:
    loop_wait: %[4]d
    retry_timeout: %[5]d
    ttl: %[6]d
    master_start_timeout: 0
    synchronous_mode: true
    synchronous_mode_strict: true
    postgresql:
      use_pg_rewind: true
      parameters:
        max_connections: 100
        wal_keep_size: 256MB
        wal_retrieve_retry_interval: 500ms
  initdb:
  - encoding: UTF8
  - locale: C
  - data-checksums
postgresql:
  listen: 127.0.0.1:%[7]d
  connect_address: 127.0.0.1:%[7]d
  data_dir: %[8]s/data
  bin_dir: %[9]s
  pgpass: %[8]s/pgpass
  authentication:
    superuser: {username: postgres}
    replication: {username: replicator}
  parameters:
    unix_socket_directories: %[8]s
    shared_buffers: 64MB
  pg_hba:
  - local all all trust
  - host all all 127.0.0.1/32 trust
  - host replication all 127.0.0.1/32 trust
  basebackup:
  - checkpoint: fast
  remove_data_directory_on_rewind_failure: true
  remove_data_directory_on_diverged_timelines: true
`

// newNode writes the configuration of a node.
func newNode(s *site, name string, etcd int) (*node, error) {
	n := &node{site: s, name: name}
	s.ends = append(s.ends, n.end)
	var err error
	if n.port, err = s.port(); err != nil {
		return nil, err
	}
	if n.rest, err = s.port(); err != nil {
		return nil, err
	}
	folder, err := s.folder(name)
	if err != nil {
		return nil, err
	}
	n.data = filepath.Join(folder, "data")
	n.config, err = s.write(name+".yml", fmt.Sprintf(patroniConfig,
		name, n.rest, etcd, loopWait, retryTimeout, ttl, n.port, folder, s.postgres))
	return n, err
}

// Pebble serves the certification authority of that name on a free port of this
// computer, for tests of obtaining certificates. Every host name leads to this computer.
// It prints the URL of its directory and exits when its standard input ends.
package main

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"encoding/pem"
	"flag"
	"fmt"
	"io"
	"log"
	"math/big"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"time"

	"github.com/letsencrypt/challtestsrv"
	"github.com/letsencrypt/pebble/v2/ca"
	"github.com/letsencrypt/pebble/v2/db"
	"github.com/letsencrypt/pebble/v2/va"
	"github.com/letsencrypt/pebble/v2/wfe"
)

// httpsName and issuerName are files that the program writes: how to recognize its own
// address, and the certificates that it issues.
const (
	httpsName  = "https.pem"
	issuerName = "issuer.pem"
)

func main() {
	dir := flag.String("dir", "", "where it writes "+httpsName+" and "+issuerName)
	port := flag.Int("http-port", 0, "where it asks instead of port 80")
	flag.Parse()
	if err := serve(*dir, *port); err != nil {
		log.Fatal(err)
	}
}

func serve(dir string, port int) error {
	resolver, err := startDNS()
	if err != nil {
		return err
	}
	listener, err := listen(filepath.Join(dir, httpsName))
	if err != nil {
		return err
	}
	os.Setenv("PEBBLE_VA_NOSLEEP", "1") // it would pretend to be busy
	quiet := log.New(io.Discard, "", 0)
	store := db.NewMemoryStore()
	authority := ca.New(quiet, store, "", "ecdsa", 0, 1, map[string]ca.Profile{"default": {ValidityPeriod: 90 * 24 * 60 * 60}})
	validation := va.New(quiet, port, 0, true, resolver, store)
	front := wfe.New(quiet, store, validation, authority, []string{"pebble.test"}, true, false, 1, 1)
	if err := os.WriteFile(filepath.Join(dir, issuerName), authority.GetRootCert(0).PEM(), 0o600); err != nil {
		return err
	}
	failed := make(chan error, 1)
	go func() { failed <- http.Serve(listener, front.Handler()) }()
	go func() {
		io.Copy(io.Discard, os.Stdin)
		failed <- nil
	}()
	fmt.Printf("https://%s%s\n", listener.Addr(), wfe.DirectoryPath)
	return <-failed
}

// startDNS answers for every name with this computer's address, over UDP and TCP.
func startDNS() (addr string, err error) {
	if addr, err = freeAddr(); err != nil {
		return "", err
	}
	server, err := challtestsrv.New(challtestsrv.Config{DNSAddrs: []string{addr}, Log: log.New(io.Discard, "", 0)})
	if err != nil {
		return "", err
	}
	server.SetDefaultDNSIPv6("")
	go server.Run()
	return addr, await(addr)
}

// freeAddr returns an address of this computer that is free for UDP and TCP.
func freeAddr() (string, error) {
	for {
		probe, err := net.Listen("tcp", "127.0.0.1:0")
		if err != nil {
			return "", err
		}
		addr := probe.Addr().String()
		packets, err := net.ListenPacket("udp", addr)
		probe.Close()
		if err == nil {
			return addr, packets.Close()
		}
	}
}

// await returns when somebody listens at an address.
func await(addr string) error {
	for deadline := time.Now().Add(time.Minute); ; time.Sleep(10 * time.Millisecond) {
		conn, err := net.Dial("tcp", addr)
		if err == nil {
			return conn.Close()
		}
		if time.Now().After(deadline) {
			return err
		}
	}
}

// listen listens with a certificate of its own, which it writes to path.
func listen(path string) (net.Listener, error) {
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		return nil, err
	}
	template := &x509.Certificate{
		SerialNumber: big.NewInt(1), NotBefore: time.Now().Add(-time.Hour), NotAfter: time.Now().Add(24 * time.Hour),
		IPAddresses: []net.IP{net.IPv4(127, 0, 0, 1)}, IsCA: true, BasicConstraintsValid: true,
	}
	der, err := x509.CreateCertificate(rand.Reader, template, template, &key.PublicKey, key)
	if err != nil {
		return nil, err
	}
	if err := os.WriteFile(path, pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: der}), 0o600); err != nil {
		return nil, err
	}
	config := &tls.Config{Certificates: []tls.Certificate{{Certificate: [][]byte{der}, PrivateKey: key}}}
	return tls.Listen("tcp", "127.0.0.1:0", config)
}

// Dex serves the sign-in provider of that name on a free port of this computer, for
// tests of signing in with an independent provider. It prints its issuer and exits when
// its standard input ends.
package main

import (
	"context"
	"flag"
	"fmt"
	"io"
	"log"
	"net"
	"net/http"
	"os"

	"github.com/dexidp/dex/server"
	"github.com/dexidp/dex/storage"
	"github.com/dexidp/dex/storage/memory"
	"github.com/prometheus/client_golang/prometheus"
	"github.com/sirupsen/logrus"
	"golang.org/x/crypto/bcrypt"
)

func main() {
	web := flag.String("web", "", "Dex's folder of templates")
	redirect := flag.String("redirect", "", "where it sends browsers back")
	id := flag.String("id", "", "the client")
	secret := flag.String("secret", "", "and its secret")
	password := flag.String("password", "", "of everybody")
	flag.Parse()
	client := storage.Client{ID: *id, Secret: *secret, RedirectURIs: []string{*redirect}, Name: "Shop"}
	if err := serve(client, *web, *password); err != nil {
		log.Fatal(err)
	}
}

func serve(client storage.Client, web, password string) error {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return err
	}
	logger := logrus.New()
	logger.SetOutput(io.Discard)
	kept, err := people(memory.New(logger), client, password)
	if err != nil {
		return err
	}
	issuer := "http://" + listener.Addr().String() + "/dex"
	handler, err := server.NewServer(context.Background(), server.Config{
		Issuer: issuer, Storage: kept, Logger: logger, Web: server.WebConfig{Dir: web},
		PrometheusRegistry: prometheus.NewRegistry(),
	})
	if err != nil {
		return err
	}
	fmt.Println(issuer)
	go func() {
		io.Copy(io.Discard, os.Stdin)
		os.Exit(0)
	}()
	return http.Serve(listener, handler)
}

// people adds the client and those who can sign in to the storage.
func people(kept storage.Storage, client storage.Client, password string) (storage.Storage, error) {
	hash, err := bcrypt.GenerateFromPassword([]byte(password), bcrypt.DefaultCost) // Dex requires at least this
	if err != nil {
		return nil, err
	}
	if err := kept.CreateConnector(storage.Connector{ID: server.LocalConnector, Type: server.LocalConnector, Name: "E-Mail"}); err != nil {
		return nil, err
	}
	for _, name := range []string{"anna", "berta"} {
		one := storage.Password{Email: name + "@example.org", Hash: hash, Username: name, UserID: "dex-" + name}
		if err := kept.CreatePassword(one); err != nil {
			return nil, err
		}
	}
	return kept, kept.CreateClient(client)
}

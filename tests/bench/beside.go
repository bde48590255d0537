package main

import (
	"bytes"
	"context"
	_ "embed"
	"encoding/json"
	"fmt"
	"io"
	"net/url"
	"os"
	"strconv"
	"text/template"
	"time"
)

// besideForm is the body for PocketBase's batch route, in which an order and its items
// share a transaction. docs/performance.md describes the collections.
//
//go:embed beside.json.tmpl
var besideForm string

// besideOrder is what the template of a body gets: an order as the shop's pages send it.
type besideOrder struct {
	orderBody
	ID string // 15 small letters and digits, unlike any other's of any run
	At string // as PocketBase writes times
}

// addBeside adds the bodies for the other server. They are made before anything is
// measured, so that they cost the clients nothing.
func (b *baskets) addBeside(o *options) error {
	text := besideForm
	if o.BesideBody != "" {
		content, err := os.ReadFile(o.BesideBody)
		if err != nil {
			return fmt.Errorf("--beside-body: %w", err)
		}
		text = string(content)
	}
	made, err := template.New("body").Funcs(template.FuncMap{"json": asJSON}).Parse(text)
	if err != nil {
		return fmt.Errorf("--beside-body: %w", err)
	}
	run := strconv.FormatInt(time.Now().Unix(), 36) // six characters until 2038
	for i := range b.all {
		var body bytes.Buffer
		order := b.all[i].order
		if err := made.Execute(&body, besideOrder{newBody(order), run + unnumbered, order.CreatedAt.UTC().Format("2006-01-02 15:04:05.000Z")}); err != nil {
			return fmt.Errorf("--beside-body: %w", err)
		}
		b.all[i].beside = newForm(body.Bytes())
	}
	return nil
}

func asJSON(value any) (string, error) {
	text, err := json.Marshal(value)
	return string(text), err
}

// measureBeside lets the shop and the other server take turns, with each number of
// clients, and writes how many times the other's orders the shop takes.
func measureBeside(ctx context.Context, dir string, orders *baskets, o *options, w io.Writer) error {
	target, err := url.Parse(o.Beside)
	if err == nil {
		err = orders.addBeside(o)
	}
	if err != nil {
		return err
	}
	ours, others := make([]intakeFigures, len(o.Clients)), make([]intakeFigures, len(o.Clients))
	for range o.Rounds {
		for i, clients := range o.Clients {
			for _, turn := range []struct {
				contender
				figures *intakeFigures
			}{
				{contender{fmt.Sprintf("HTTP, clients: %d", clients), runHTTP(clients)}, &ours[i]},
				{contender{o.Beside, runBeside(target, clients)}, &others[i]},
			} {
				r, err := turn.runIn(ctx, dir, orders, o)
				if err != nil {
					return err
				}
				turn.figures.add(&r)
			}
		}
	}
	return writeBeside(w, o, ours, others)
}

// runBeside lets clients place orders at the other server.
func runBeside(target *url.URL, clients int) func(context.Context, string, *baskets, *options) (result, error) {
	return func(ctx context.Context, _ string, orders *baskets, o *options) (result, error) {
		all := make([]work, clients)
		for i := range all {
			w, err := dialWire(target, "HTTP/1.1 2", orders.besideBody)
			if err != nil {
				return result{}, err
			}
			defer w.conn.Close()
			all[i] = w.place
		}
		return drive(ctx, o.duration(), all)
	}
}

func writeBeside(w io.Writer, o *options, ours, others []intakeFigures) error {
	t := table{
		title: fmt.Sprintf("Orders of %d items over HTTP beside %s, in turns, %d rounds of %v", itemsInBasket, o.Beside, o.Rounds, o.duration()),
		head:  []string{"clients", "shop, orders/s", "p50", "p99", "the other, orders/s", "p50", "p99", "shop ÷ other"},
	}
	for i, clients := range o.Clients {
		our, other := ours[i], others[i]
		t.add(strconv.Itoa(clients), our.perSecond.spread(whole, ""), millis(our.p50.median()), millis(our.p99.median()),
			other.perSecond.spread(whole, ""), millis(other.p50.median()), millis(other.p99.median()),
			our.perSecond.over(other.perSecond).spread(digits, " ×"))
	}
	return t.write(w)
}

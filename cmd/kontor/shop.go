package main

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"time"

	"kontor/internal/config"
	"kontor/internal/database"
	"kontor/internal/demo"
	"kontor/internal/metrics"
	"kontor/internal/shop"
	"kontor/internal/shop/catalogue"
	"kontor/internal/shop/checkout"
	"kontor/internal/shop/coupon"
	"kontor/internal/shop/tax"
	"kontor/internal/store"
)

// openShop opens the database. The caller closes it.
func openShop(ctx context.Context, cfg *config.Config, log *slog.Logger) (*service, error) {
	measured := metrics.New()
	place := databaseOf(cfg, log)
	place.OnCommit = measured.Commit
	db, err := store.Open(ctx, place)
	if err != nil {
		return nil, err
	}
	copies, err := newKeeper(cfg, log, db.Original)
	if err != nil {
		return nil, errors.Join(err, db.Close())
	}
	copies.OnError = measured.BackupFailed
	s := &service{cfg: cfg, log: log, db: db, copies: copies, catalogue: catalogue.New(db, time.Now), metrics: measured}
	s.examiner = &examiner{service: s}
	return s, nil
}

// checkout returns the use cases of ordering. The outbox must be open.
func (s *service) checkout() *checkout.Service {
	return checkout.New(checkout.Options{
		Store:  s.db,
		Prefix: s.cfg.ShopPrefix,
		Prices: checkout.PriceCheck(s.cfg.PriceCheck),
		Terms:  terms(s.cfg),
		Outbox: s.outbox,
		Now:    time.Now,

		OnPlaced: s.metrics.Order,
	})
}

// seller returns the shop's own details.
func seller(cfg *config.Config) shop.Seller {
	return shop.Seller{
		Name: cfg.ShopName, Address: cfg.ShopAddress, Email: cfg.ShopEmail, TaxID: cfg.ShopTaxID, VATID: cfg.ShopVATID,
		Bank: shop.BankAccount{Holder: cfg.BankHolder, IBAN: cfg.IBAN, BIC: cfg.BIC},
	}
}

// taxes returns what the tax offices know of the shop.
func taxes(cfg *config.Config) tax.Seller {
	var own tax.Rates
	for _, r := range cfg.TaxRates {
		own = append(own, tax.Row{Country: shop.Country(r.Country), Class: tax.Class(r.Class), From: shop.Day(r.From), Rate: tax.Rate(r.PerMille)})
	}
	return tax.Seller{Seat: shop.Country(cfg.TaxSeat), Small: cfg.Untaxed, OSSFrom: shop.Day(cfg.OSSFrom), Rates: tax.Lawful.With(own)}
}

// terms returns the configured shipping and discounts.
func terms(cfg *config.Config) checkout.Terms {
	rate := func(s config.Shipping) checkout.ShippingRate {
		return checkout.ShippingRate{Cost: shop.Cents(s.Cost), FreeFrom: shop.Cents(s.FreeFrom)}
	}
	return checkout.Terms{
		Shipping: map[shop.Country]checkout.ShippingRate{
			"de": rate(cfg.ShippingDE), "at": rate(cfg.ShippingAT),
			"ch": rate(cfg.ShippingCH), "lu": rate(cfg.ShippingLU),
		},
		Delivery: checkout.DeliveryTimes{
			"de": shop.DeliveryTime(cfg.DeliveryDE), "at": shop.DeliveryTime(cfg.DeliveryAT),
			"ch": shop.DeliveryTime(cfg.DeliveryCH), "lu": shop.DeliveryTime(cfg.DeliveryLU),
		},
		LoyaltyPercent:      cfg.LoyaltyPercent,
		Subscription:        cfg.Subscription,
		SubscriptionPercent: cfg.SubscriptionPercent,
		Gift:                cfg.SubscriptionGift,
	}
}

// databaseOf returns the location of the shop's database and of its mark's copy. The log
// may be nil. A shop that others can reach gets no database by mistake, and the schema of
// any only changes once there is a copy.
func databaseOf(cfg *config.Config, log *slog.Logger) database.Options {
	return database.Options{
		URL: string(cfg.DatabaseURL), Dir: cfg.DataDir, Log: log,
		MarkDirs:  []string{cfg.CopiesDir()},
		MustExist: bool(cfg.SitePublic) && !cfg.Local(),
		BeforeMigrating: func(ctx context.Context, m database.Migrating) error {
			k, err := newKeeper(cfg, log, nil)
			if err != nil {
				return err
			}
			return k.BeforeMigrating(ctx, m)
		},
	}
}

// fillCatalogue adds the demo's products and coupons to a shop without products, and
// returns the number of products added.
func (s *service) fillCatalogue(ctx context.Context) (int, error) {
	existing, err := s.catalogue.Products(ctx)
	if err != nil || len(existing) > 0 {
		return 0, err
	}
	products, err := demo.Fill(ctx, s.db, time.Now())
	if err != nil {
		return 0, err
	}
	if err := demo.Count(ctx, s.db, time.Now()); err != nil {
		return 0, err
	}
	coupons := coupon.New(s.db, time.Now)
	for _, coupon := range demo.Coupons() {
		if _, err := coupons.Create(ctx, coupon); err != nil {
			return 0, fmt.Errorf("den Gutschein %s anlegen: %w", coupon.Code, err)
		}
	}
	return products, nil
}

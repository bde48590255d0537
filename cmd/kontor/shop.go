package main

import (
	"context"
	"fmt"
	"log/slog"
	"time"

	"kontor"
	"kontor/internal/checkout"
	"kontor/internal/config"
	"kontor/internal/demo"
	"kontor/internal/store"
)

// openShop opens the database and puts the use cases on it. The caller closes
// the database.
func openShop(ctx context.Context, cfg *config.Config, log *slog.Logger) (*store.DB, *checkout.Service, error) {
	db, err := store.Open(ctx, database(cfg, log))
	if err != nil {
		return nil, nil, err
	}
	return db, &checkout.Service{
		Store:  db,
		Prefix: cfg.ShopPrefix,
		Prices: kontor.PriceCheck(cfg.PriceCheck),
		Terms:  terms(cfg),
		Now:    time.Now,
	}, nil
}

// bankAccount is where customers pay to.
func bankAccount(cfg *config.Config) kontor.BankAccount {
	return kontor.BankAccount{Holder: cfg.BankHolder, IBAN: cfg.IBAN, BIC: cfg.BIC}
}

// terms are what the settings say of shipping and discounts.
func terms(cfg *config.Config) kontor.Terms {
	rate := func(s config.Shipping) kontor.ShippingRate {
		return kontor.ShippingRate{Cost: kontor.Cents(s.Cost), FreeFrom: kontor.Cents(s.FreeFrom)}
	}
	return kontor.Terms{
		Shipping: map[kontor.Country]kontor.ShippingRate{
			"de": rate(cfg.ShippingDE), "at": rate(cfg.ShippingAT),
			"ch": rate(cfg.ShippingCH), "lu": rate(cfg.ShippingLU),
		},
		LoyaltyPercent:      cfg.LoyaltyPercent,
		Subscription:        cfg.Subscription,
		SubscriptionPercent: cfg.SubscriptionPercent,
		Gift:                cfg.SubscriptionGift,
	}
}

// database says where the shop's database is. The log may be nil.
func database(cfg *config.Config, log *slog.Logger) store.Options {
	return store.Options{URL: string(cfg.DatabaseURL), Dir: cfg.DataDir, Log: log}
}

// fillCatalogue puts the demonstration's products and coupons into a shop that
// has no products, and returns how many products that were.
func fillCatalogue(ctx context.Context, shop *checkout.Service) (int, error) {
	existing, err := shop.Products(ctx)
	if err != nil || len(existing) > 0 {
		return 0, err
	}
	products := demo.Products()
	for _, product := range products {
		if _, err := shop.CreateProduct(ctx, product); err != nil {
			return 0, fmt.Errorf("das Produkt %s anlegen: %w", product.Slug, err)
		}
	}
	for _, coupon := range demo.Coupons() {
		if _, err := shop.CreateCoupon(ctx, coupon); err != nil {
			return 0, fmt.Errorf("den Gutschein %s anlegen: %w", coupon.Code, err)
		}
	}
	return len(products), nil
}

package account

import (
	"context"
	"time"
)

// Data is everything that is stored about a customer, except for the orders, which
// [Data.EachOrder] reads.
type Data struct {
	CustomerData
	CreatedAt   time.Time
	Information Information

	service *Service
	key     SessionKey
}

// Data returns the customer's data, at most ten times an hour.
//
// Errors: ErrNotSignedIn; ErrTooManyDownloads, together with how long to wait.
func (s *Service) Data(ctx context.Context, key SessionKey) (data *Data, wait time.Duration, err error) {
	if _, err := s.use(ctx, key); err != nil {
		return nil, 0, err
	}
	now := s.Now()
	if wait, err := s.Store.NoteDownload(ctx, key, now); err != nil {
		return nil, wait, err
	}
	stored, err := s.Store.ExportCustomer(ctx, key, now)
	if err != nil {
		return nil, 0, err
	}
	return &Data{stored, now, informationBy(s.Controller, s.Retention), s, key}, 0, nil
}

// EachOrder calls each for the customer's orders, oldest first, without holding them
// all in memory. It stops at an error from each, and when the session ends.
func (d *Data) EachOrder(ctx context.Context, each func(Record) error) error {
	for after := int64(0); ; {
		orders, next, err := d.service.Store.ExportOrders(ctx, d.key, d.service.Now(), after)
		if err != nil {
			return err
		}
		for _, order := range orders {
			if err := each(order); err != nil {
				return err
			}
		}
		if next == 0 {
			return nil
		}
		after = next
	}
}

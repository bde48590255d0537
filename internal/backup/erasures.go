package backup

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"

	"kontor/internal/shop/account"
)

// ErasuresName is the file, beside the shop's mark and its copy, with all accounts that
// were erased: a copy from before does not know of it.
const ErasuresName = "kontor.loeschungen"

// Erasures is the content of the file. It has no data about customers.
type Erasures struct {
	ShopID   string           `json:"shop_id"`
	Accounts []account.Erased `json:"konten"` // by their number, ascending
}

// ReadErasures returns the accounts that were erased according to a directory; none if
// it has no such file. Other errors name the file.
func ReadErasures(dir string) (e Erasures, err error) {
	path := filepath.Join(dir, ErasuresName)
	text, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		return e, nil
	}
	if err != nil {
		return e, err
	}
	if err := json.Unmarshal(text, &e); err != nil {
		return e, fmt.Errorf("%s ist beschädigt", path)
	}
	return e, nil
}

// Write replaces the file in a directory, so that it survives a power failure. Accounts
// that the file has already stay in it: the database may be an older one.
func (e Erasures) Write(dir string) error {
	there, err := ReadErasures(dir)
	var unreadable *fs.PathError
	if errors.As(err, &unreadable) {
		return err
	}
	all := e
	if there.ShopID == e.ShopID {
		all = e.with(there.Accounts)
	}
	if len(all.Accounts) == len(there.Accounts) && there.ShopID == e.ShopID || len(all.Accounts) == 0 {
		return nil
	}
	text, err := json.MarshalIndent(all, "", " ")
	if err != nil {
		return err
	}
	path := filepath.Join(dir, ErasuresName)
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return err
	}
	if err := writeDurably(path+".neu", path, append(text, '\n')); err != nil {
		return err
	}
	return syncDir(dir)
}

// with returns the erasures with further accounts of the same shop.
func (e Erasures) with(more []account.Erased) Erasures {
	e.Accounts = slices.Concat(e.Accounts, more) // the first of two counts
	slices.SortStableFunc(e.Accounts, func(a, b account.Erased) int { return int(a.CustomerID - b.CustomerID) })
	e.Accounts = slices.CompactFunc(e.Accounts, func(a, b account.Erased) bool { return a.CustomerID == b.CustomerID })
	return e
}

// ErasuresOf returns all accounts of a shop that were erased according to the
// directories. One that cannot be read counts as missing: its disk may be away.
func ErasuresOf(shopID string, dirs ...string) []account.Erased {
	all := Erasures{ShopID: shopID}
	for _, dir := range dirs {
		if e, err := ReadErasures(dir); err == nil && e.ShopID == shopID {
			all = all.with(e.Accounts)
		}
	}
	return all.Accounts
}

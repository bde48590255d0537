package storefront

import (
	"encoding/json"
	"io"
	"net/http"

	"kontor/internal/shop"
	"kontor/internal/shop/account"
	"kontor/internal/web/kit"
)

// dataVersion increases when the format of the data download changes.
const dataVersion = 1

// downloadData answers GET /api/konto/daten. The answer begins once the account is
// read; the orders are then streamed, however many there are.
func (s *Storefront) downloadData(w http.ResponseWriter, r *http.Request) error {
	key, err := s.customers.required(r)
	if err != nil {
		return err
	}
	data, wait, err := s.customers.Data(r.Context(), key)
	if wait > 0 {
		return kit.Later(err, wait)
	}
	if err != nil {
		return err
	}
	head, err := kit.EncodeJSON(newDataHead(data))
	if err != nil {
		return err
	}
	day := string(shop.DayOf(data.CreatedAt))
	w.Header().Set("Content-Type", "application/json; charset=utf-8")
	w.Header().Set("Content-Disposition", `attachment; filename="meine-daten-`+day+`.json"`)
	if r.Method == http.MethodHead {
		return nil
	}
	return writeData(w, r, head, data)
}

// dataHead is the file without the orders.
type dataHead struct {
	Format      string              `json:"format"`
	Version     int                 `json:"version"`
	ErstelltAm  string              `json:"erstellt_am"`
	Auskunft    account.Information `json:"auskunft"`
	Konto       account.Record      `json:"konto"`
	Anmeldungen []account.Record    `json:"anmeldungen"`
	Sitzungen   []account.Record    `json:"sitzungen"`
	Abrufe      []account.Record    `json:"abrufe"`
	Zahlungen   []account.Record    `json:"zahlungen"`
}

func newDataHead(d *account.Data) dataHead {
	return dataHead{
		Format: "kontor-kundendaten", Version: dataVersion, ErstelltAm: shop.FormatTime(d.CreatedAt),
		Auskunft: d.Information, Konto: d.Account,
		Anmeldungen: notNull(d.Identities), Sitzungen: notNull(d.Sessions),
		Abrufe: notNull(d.Downloads), Zahlungen: notNull(d.Payments),
	}
}

func notNull(list []account.Record) []account.Record { return append([]account.Record{}, list...) }

// writeData streams the orders into the object in head.
func writeData(w http.ResponseWriter, r *http.Request, head []byte, data *account.Data) error {
	end := len(head) - len("}\n")
	if _, err := w.Write(head[:end]); err != nil {
		return err
	}
	separator := `,"bestellungen":[`
	err := data.EachOrder(r.Context(), func(order account.Record) error {
		text, err := json.Marshal(order)
		if err == nil {
			_, err = io.WriteString(w, separator+string(text))
		}
		separator = ","
		return err
	})
	if err != nil {
		return err
	}
	if separator != "," {
		_, err = io.WriteString(w, separator)
	}
	if err == nil {
		_, err = io.WriteString(w, "]}\n")
	}
	return err
}

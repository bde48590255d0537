package web

import (
	"context"
	"net/http"
	"net/url"
	"strconv"

	"kontor/internal/bankfile"
	"kontor/internal/jsvalue"
	"kontor/internal/shop"
	"kontor/internal/shop/bank"
	"kontor/internal/shop/order"
)

// importAnswer says what became of a statement.
type importAnswer struct {
	OK       bool `json:"ok"`
	Gelesen  int  `json:"gelesen"`
	Neu      int  `json:"neu"`
	Bekannt  int  `json:"bekannt"`
	Abgaenge int  `json:"abgaenge"`
}

type receiptsAnswer struct {
	OK        bool              `json:"ok"`
	Eingaenge []receiptJSON     `json:"eingaenge"`
	Weiter    *string           `json:"weiter"`
	Anzahl    receiptCountsJSON `json:"anzahl"` // of all receipts, whatever the filter
}

type receiptCountsJSON struct {
	Offen    int64 `json:"offen"`
	Gebucht  int64 `json:"gebucht"`
	Erledigt int64 `json:"erledigt"`
}

type receiptAnswer struct {
	OK      bool        `json:"ok"`
	Eingang receiptJSON `json:"eingang"`
}

// receiptJSON is money that came in. Urteil is null unless the receipt is open.
type receiptJSON struct {
	ID           int64              `json:"id"`
	GebuchtAm    string             `json:"gebucht_am"`
	Betrag       float64            `json:"betrag"`
	Waehrung     string             `json:"waehrung"`
	Name         string             `json:"name"`
	IBAN         string             `json:"iban"`
	Zweck        string             `json:"zweck"`
	Zustand      string             `json:"zustand"`
	Urteil       *string            `json:"urteil"`
	UrteilText   *string            `json:"urteil_text"`
	Bestellung   *receiptOrderJSON  `json:"bestellung"`
	Vorschlaege  []receiptOrderJSON `json:"vorschlaege"`
	Notiz        string             `json:"notiz"`
	ImportiertAt string             `json:"importiert_at"`
	UpdatedAt    string             `json:"updated_at"`
}

type receiptOrderJSON struct {
	ID            int64   `json:"id"`
	Bestellnummer string  `json:"bestellnummer"`
	Status        string  `json:"status"`
	Summe         float64 `json:"summe"`
	KundeName     string  `json:"kunde_name"`
}

func newReceiptOrderJSON(o *order.Order) receiptOrderJSON {
	return receiptOrderJSON{o.ID, o.Number, string(o.Status), o.Total, o.Customer.Name}
}

func newReceiptJSON(r *bank.BankReceipt) receiptJSON {
	out := receiptJSON{
		ID: r.ID, GebuchtAm: string(r.Booked), Betrag: r.Amount.Euro(), Waehrung: r.Currency,
		Name: r.Name, IBAN: r.IBAN, Zweck: r.Purpose, Zustand: string(r.State), Notiz: r.Note,
		Urteil:       nullIfZero(string(r.Verdict)),
		UrteilText:   nullIfZero(r.Verdict.Label()),
		Vorschlaege:  mapped(r.Candidates, newReceiptOrderJSON),
		ImportiertAt: shop.FormatTime(r.ImportedAt), UpdatedAt: shop.FormatTime(r.ChangedAt),
	}
	if r.Order != nil {
		order := newReceiptOrderJSON(r.Order)
		out.Bestellung = &order
	}
	return out
}

// importStatement answers POST /api/verwaltung/kontoauszuege. The body is the file
// as the bank made it.
func (s *Server) importStatement(w http.ResponseWriter, r *http.Request) error {
	if _, err := s.requireAdmin(r); err != nil {
		return err
	}
	if mediaType(r) != "application/octet-stream" {
		return errFileType
	}
	file, err := s.readBody(w, r, bankfile.MaxFile)
	if err != nil {
		return err
	}
	entries, err := bankfile.Read(file)
	if err != nil {
		return err
	}
	in, err := s.shop.Bank.ImportStatement(context.WithoutCancel(r.Context()), entries)
	if err != nil {
		return err
	}
	return writeJSON(w, http.StatusOK, importAnswer{true, in.Read, in.New, in.Known, in.Outgoing})
}

// listReceipts answers GET /api/verwaltung/zahlungseingaenge.
func (s *Server) listReceipts(w http.ResponseWriter, r *http.Request) error {
	if _, err := s.requireAdmin(r); err != nil {
		return err
	}
	query, err := url.ParseQuery(r.URL.RawQuery)
	if err != nil {
		return shop.ErrInvalidFilter
	}
	q := filterReader{query: query}
	f := bank.BankReceiptFilter{State: q.receiptState(), Limit: q.limit(), Before: q.cursor()}
	if q.err != nil {
		return q.err
	}
	page, err := s.shop.Bank.BankReceipts(r.Context(), f)
	if err != nil {
		return err
	}
	answer := receiptsAnswer{
		OK:        true,
		Eingaenge: mapped(page.Receipts, newReceiptJSON),
		Anzahl: receiptCountsJSON{
			page.Counts[bank.ReceiptOpen], page.Counts[bank.ReceiptBooked], page.Counts[bank.ReceiptSettled],
		},
	}
	if page.Next != 0 {
		cursor := strconv.FormatInt(page.Next, 10)
		answer.Weiter = &cursor
		w.Header().Set("Link", "<"+nextPage(r.URL, cursor)+`>; rel="next"`)
	}
	return writeJSON(w, http.StatusOK, answer)
}

func (q *filterReader) receiptState() bank.BankReceiptState {
	state := bank.BankReceiptState(q.text("zustand"))
	if state != "" && !state.Valid() {
		q.refuse("zustand")
	}
	return state
}

// bookReceipt answers POST /api/verwaltung/zahlungseingaenge/:id/buchen.
func (s *Server) bookReceipt(w http.ResponseWriter, r *http.Request) error {
	return s.actOnReceipt(w, r, func(ctx context.Context, id int64, body jsvalue.Value, actor string) (bank.BankReceipt, error) {
		var order int64
		f := fields{body: body, refusal: shop.ErrBadRequest}
		if f.countOrNull("bestellung", &order); f.err != nil || order == 0 {
			return bank.BankReceipt{}, shop.ErrBadRequest
		}
		return s.shop.Bank.BookReceipt(ctx, id, order, actor)
	})
}

// settleReceipt answers POST /api/verwaltung/zahlungseingaenge/:id/erledigen.
func (s *Server) settleReceipt(w http.ResponseWriter, r *http.Request) error {
	return s.actOnReceipt(w, r, func(ctx context.Context, id int64, body jsvalue.Value, actor string) (bank.BankReceipt, error) {
		return s.shop.Bank.SettleReceipt(ctx, id, body.Get("notiz").Text(), actor)
	})
}

// reopenReceipt answers POST /api/verwaltung/zahlungseingaenge/:id/zuruecknehmen.
func (s *Server) reopenReceipt(w http.ResponseWriter, r *http.Request) error {
	return s.actOnReceipt(w, r, func(ctx context.Context, id int64, _ jsvalue.Value, actor string) (bank.BankReceipt, error) {
		return s.shop.Bank.ReopenReceipt(ctx, id, actor)
	})
}

func (s *Server) actOnReceipt(w http.ResponseWriter, r *http.Request,
	act func(ctx context.Context, id int64, body jsvalue.Value, actor string) (bank.BankReceipt, error),
) error {
	session, err := s.requireAdmin(r)
	if err != nil {
		return err
	}
	id, err := pathID(r, bank.ErrReceiptNotFound)
	if err != nil {
		return err
	}
	body, err := s.readJSON(w, r)
	if err != nil {
		return err
	}
	receipt, err := act(context.WithoutCancel(r.Context()), id, body, actor(session))
	if err != nil {
		return err
	}
	return writeJSON(w, http.StatusOK, receiptAnswer{true, newReceiptJSON(&receipt)})
}

package office

import (
	"context"
	"net/http"

	"kontor/internal/bankfile"
	"kontor/internal/jsvalue"
	"kontor/internal/shop"
	"kontor/internal/shop/bank"
	"kontor/internal/shop/order"
	"kontor/internal/web/door"
	"kontor/internal/web/kit"
)

// importAnswer is the result of importing a statement.
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
	Anzahl    receiptCountsJSON `json:"anzahl"` // of all receipts, regardless of the filter
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

// receiptJSON is money received. Urteil is null unless the receipt is open.
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

func newReceiptJSON(r *bank.Receipt) receiptJSON {
	out := receiptJSON{
		ID: r.ID, GebuchtAm: string(r.Booked), Betrag: r.Amount.Euro(), Waehrung: r.Currency,
		Name: r.Name, IBAN: r.IBAN, Zweck: r.Purpose, Zustand: string(r.State), Notiz: r.Note,
		Urteil:       kit.NullIfZero(string(r.Verdict)),
		UrteilText:   kit.NullIfZero(r.Verdict.Label()),
		Vorschlaege:  kit.Mapped(r.Candidates, newReceiptOrderJSON),
		ImportiertAt: shop.FormatTime(r.ImportedAt), UpdatedAt: shop.FormatTime(r.ChangedAt),
	}
	if r.Order != nil {
		order := newReceiptOrderJSON(r.Order)
		out.Bestellung = &order
	}
	return out
}

// importStatement answers POST /api/verwaltung/kontoauszuege. The body is the bank's
// file, unchanged.
func (s *Office) importStatement(w http.ResponseWriter, r *http.Request, _ door.Operator) error {
	file, err := kit.ReadFile(w, r, bankfile.MaxFile)
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
	return kit.WriteJSON(w, http.StatusOK, importAnswer{true, in.Read, in.New, in.Known, in.Outgoing})
}

// listReceipts answers GET /api/verwaltung/zahlungseingaenge.
func (s *Office) listReceipts(w http.ResponseWriter, r *http.Request, _ door.Operator) error {
	q := filterReader{kit.ReadQuery(r.URL.RawQuery)}
	f := bank.ReceiptFilter{State: q.receiptState(), Limit: q.Limit(), Before: q.Cursor()}
	if q.Err != nil {
		return q.Err
	}
	page, err := s.shop.Bank.Receipts(r.Context(), f)
	if err != nil {
		return err
	}
	answer := receiptsAnswer{
		OK:        true,
		Eingaenge: kit.Mapped(page.Receipts, newReceiptJSON),
		Anzahl: receiptCountsJSON{
			page.Counts[bank.ReceiptOpen], page.Counts[bank.ReceiptBooked], page.Counts[bank.ReceiptSettled],
		},
	}
	answer.Weiter = kit.NextPage(w, r, page.Next)
	return kit.WriteJSON(w, http.StatusOK, answer)
}

func (q *filterReader) receiptState() bank.ReceiptState {
	state := bank.ReceiptState(q.Text("zustand"))
	if state != "" && !state.Valid() {
		q.Refuse("zustand")
	}
	return state
}

// bookReceipt answers POST /api/verwaltung/zahlungseingaenge/:id/buchen.
func (s *Office) bookReceipt(w http.ResponseWriter, r *http.Request, by door.Operator) error {
	return s.actOnReceipt(w, r, by, func(ctx context.Context, id int64, body jsvalue.Value, actor string) (bank.Receipt, error) {
		var order int64
		f := fields{body: body, refusal: shop.ErrBadRequest}
		if f.countOrNull("bestellung", &order); f.err != nil || order == 0 {
			return bank.Receipt{}, shop.ErrBadRequest
		}
		return s.shop.Bank.BookReceipt(ctx, id, order, actor)
	})
}

// settleReceipt answers POST /api/verwaltung/zahlungseingaenge/:id/erledigen.
func (s *Office) settleReceipt(w http.ResponseWriter, r *http.Request, by door.Operator) error {
	return s.actOnReceipt(w, r, by, func(ctx context.Context, id int64, body jsvalue.Value, actor string) (bank.Receipt, error) {
		return s.shop.Bank.SettleReceipt(ctx, id, body.Get("notiz").Text(), actor)
	})
}

// reopenReceipt answers POST /api/verwaltung/zahlungseingaenge/:id/zuruecknehmen.
func (s *Office) reopenReceipt(w http.ResponseWriter, r *http.Request, by door.Operator) error {
	return s.actOnReceipt(w, r, by, func(ctx context.Context, id int64, _ jsvalue.Value, actor string) (bank.Receipt, error) {
		return s.shop.Bank.ReopenReceipt(ctx, id, actor)
	})
}

func (s *Office) actOnReceipt(w http.ResponseWriter, r *http.Request, by door.Operator,
	act func(ctx context.Context, id int64, body jsvalue.Value, actor string) (bank.Receipt, error),
) error {
	id, err := kit.PathID(r, bank.ErrReceiptNotFound)
	if err != nil {
		return err
	}
	body, err := kit.ReadJSON(w, r)
	if err != nil {
		return err
	}
	receipt, err := act(context.WithoutCancel(r.Context()), id, body, by.Actor())
	if err != nil {
		return err
	}
	return kit.WriteJSON(w, http.StatusOK, receiptAnswer{true, newReceiptJSON(&receipt)})
}

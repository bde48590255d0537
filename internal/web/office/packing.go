package office

import (
	"bytes"
	"encoding/csv"
	"net/http"
	"strings"
	"unicode"

	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/unicode/norm"

	"kontor/internal/invoice"
	"kontor/internal/shop"
	"kontor/internal/shop/audit"
	"kontor/internal/shop/order"
	"kontor/internal/web/door"
)

// packingPapers answers GET /api/verwaltung/packzettel.pdf?ids=1,2.
func (s *Office) packingPapers(w http.ResponseWriter, r *http.Request, _ door.Operator) error {
	ids, ok := parseIDs(r.URL.Query().Get("ids"))
	if !ok {
		return shop.ErrInvalidFilter.With("Ungültiger Filter: ids.")
	}
	names, err := s.shop.Catalogue.GermanNames(r.Context())
	if err != nil {
		return err
	}
	var orders []order.Details
	for _, id := range ids {
		details, err := s.shop.Orders.Order(r.Context(), id)
		if err != nil {
			return err
		}
		orders = append(orders, details)
	}
	file, err := invoice.Slips(invoice.Shop{Seller: s.Seller, Tax: s.Tax}, orders, names.Of)
	if err != nil {
		return err
	}
	entry := audit.Entry{Action: audit.Download, To: "Packzettel"}
	download, err := s.download(w, r, entry, "packzettel-"+string(shop.DayOf(s.Now()))+".pdf", printed.mime)
	if err != nil {
		return err
	}
	_, err = download.Write(file)
	return err
}

// listProfile is a form of the list from which a carrier's portal makes labels.
type listProfile struct {
	header string
	most   int // rows; 0: any number
	latin  bool
	row    func(s *Office, o *order.Order) []string
}

// listProfiles are the forms by name. DHL's portal reads the columns of its own template,
// in Windows-1252 and at most a hundred rows; other portals are told once which column of
// the general form is what.
var listProfiles = map[string]listProfile{
	"allgemein": {"bestellnummer;firma;name;strasse;hausnummer;plz;ort;land;email", 0, false, (*Office).generalRow},
	"dhl-of": {
		"SEND_NAME1;SEND_NAME2;SEND_STREET;SEND_HOUSENUMBER;SEND_PLZ;SEND_CITY;SEND_COUNTRY;" +
			"RECV_NAME1;RECV_NAME2;RECV_STREET;RECV_HOUSENUMBER;RECV_PLZ;RECV_CITY;RECV_COUNTRY;PRODUCT;COUPON;SEND_EMAIL",
		100, true, (*Office).frankingRow,
	},
}

// dispatchList answers GET /api/verwaltung/versandliste.csv?profil=: the orders of the
// list's filter, or those with some ids.
func (s *Office) dispatchList(w http.ResponseWriter, r *http.Request, _ door.Operator) error {
	name := r.URL.Query().Get("profil")
	profile, known := listProfiles[name]
	if !known {
		return shop.ErrInvalidFilter.With("Ungültiger Filter: profil. Möglich sind dhl-of und allgemein.")
	}
	orders, err := s.exportedOrders(r)
	if err != nil {
		return err
	}
	rows := [][]string{strings.Split(profile.header, ";")}
	err = orders(func(o *order.Order) error {
		if profile.most > 0 && len(rows) > profile.most {
			return shop.ErrInvalidFilter.With("Diese Liste darf höchstens 100 Bestellungen haben. Bitte aufteilen.")
		}
		rows = append(rows, profile.row(s, o))
		return nil
	})
	if err != nil {
		return err
	}
	file, err := profile.file(rows)
	if err != nil {
		return err
	}
	entry := audit.Entry{Action: audit.Export, To: "csv, Versandliste " + name}
	download, err := s.download(w, r, entry, "versandliste-"+string(shop.DayOf(s.Now()))+".csv", profile.mime())
	if err != nil {
		return err
	}
	_, err = download.Write(file)
	return err
}

func (p listProfile) mime() string {
	if p.latin {
		return "text/csv; charset=windows-1252"
	}
	return csvType
}

// file returns the rows as the profile writes them.
func (p listProfile) file(rows [][]string) ([]byte, error) {
	var text bytes.Buffer
	out := csv.NewWriter(&text)
	out.Comma, out.UseCRLF = ';', true
	for _, row := range rows {
		for i, cell := range row {
			row[i] = defuse(cell)
		}
	}
	if err := out.WriteAll(rows); err != nil {
		return nil, err
	}
	if p.latin {
		return latin(text.String()), nil
	}
	return append([]byte(byteOrderMark), text.Bytes()...), nil
}

func (s *Office) generalRow(o *order.Order) []string {
	street, house := splitHouse(o.Customer.Street)
	return []string{
		o.Number, o.Company, o.Customer.Name, street, house, o.Customer.Postcode, o.Customer.City, strings.ToUpper(string(o.Country)), o.Customer.Email,
	}
}

// frankingProducts are DHL's parcels of up to 2 kg by destination; for Switzerland the
// operator chooses in the portal.
var frankingProducts = map[shop.Country]string{"de": "PAK02.DEU", "at": "PAK02.EU", "lu": "PAK02.EU"}

// threeLetters are the countries as DHL names them (ISO 3166-1 alpha-3).
var threeLetters = map[shop.Country]string{"de": "DEU", "at": "AUT", "ch": "CHE", "lu": "LUX"}

func (s *Office) frankingRow(o *order.Order) []string {
	at := s.postalAddress()
	street, house := splitHouse(o.Customer.Street)
	first, second := o.Customer.Name, ""
	if o.Company != "" {
		first, second = o.Company, o.Customer.Name
	}
	return []string{
		s.Seller.Name, "", at.street, at.house, at.postcode, at.city, threeLetters[s.Tax.Seat],
		first, second, street, house, o.Customer.Postcode, o.Customer.City, threeLetters[o.Country], frankingProducts[o.Country], "", s.Seller.Email,
	}
}

// postal is an address in parts.
type postal struct{ street, house, postcode, city string }

// postalAddress returns the parts of the shop's address, which is one line: Weg 1, 12345
// Ort.
func (s *Office) postalAddress() (p postal) {
	street, town, _ := strings.Cut(s.Seller.Address, ",")
	p.street, p.house = splitHouse(street)
	p.postcode, p.city, _ = strings.Cut(strings.TrimSpace(town), " ")
	return p
}

// splitHouse returns street and house number: what begins with the last word that starts
// with a digit, unless that is the street's first. Luxembourg and France write it in
// front, where it stays.
func splitHouse(line string) (street, house string) {
	words := strings.Fields(line)
	for i := len(words) - 1; i > 0; i-- {
		if unicode.IsDigit([]rune(words[i])[0]) {
			return strings.Join(words[:i], " "), strings.Join(words[i:], " ")
		}
	}
	return strings.Join(words, " "), ""
}

// latin returns a text in Windows-1252. What that lacks loses its accents or becomes a
// question mark.
func latin(text string) []byte {
	out := make([]byte, 0, len(text))
	for _, r := range norm.NFC.String(text) {
		b, ok := charmap.Windows1252.EncodeRune(r)
		if !ok {
			base := []rune(norm.NFD.String(string(r)))[0]
			if b, ok = charmap.Windows1252.EncodeRune(base); !ok {
				b = '?'
			}
		}
		out = append(out, b)
	}
	return out
}

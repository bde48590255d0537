package web_test

import (
	"bytes"
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/xuri/excelize/v2"

	"kontor/internal/demo"
	"kontor/tests/shoptest"
)

// The names of two products in German, and as a French customer ordered them.
const (
	woolGerman, woolFrench       = "Merinowolle Petrol, 50 g", "Laine mérinos bleu pétrole, 50 g"
	needlesGerman, needlesFrench = "Stricknadeln aus Bambus, 4 mm", "Aiguilles à tricoter en bambou, 4 mm"
	unknownWording               = "Fil d’or <b>"
)

// orderInFrench stocks the shop and places an order of three lines, the last for a
// product unknown to the shop.
func orderInFrench(s *shoptest.Shop) {
	s.Stock(demo.Products()...)
	item := func(slug, name string) shoptest.Body {
		return shoptest.Body{"slug": slug, "name": name, "menge": 1, "preis": 5.95}
	}
	s.Visitor().PostOrder(shoptest.Order(shoptest.Set("sprache", "fr"), shoptest.Set("artikel", []any{
		item("merinowolle-petrol", woolFrench), item("stricknadeln-bambus-4", needlesFrench), item("fil-d-or", unknownWording),
	}))).Want(http.StatusCreated)
}

// The operator sees products' German names, with the customer's wording beside them;
// unknown products keep the customer's wording.
func TestOperatorsReadGermanNames(t *testing.T) {
	t.Parallel()
	s := shoptest.Start(t)
	orderInFrench(s)
	operator := s.Operator()
	type item struct {
		Name   string `json:"name"`
		NameDE string `json:"name_de"`
	}
	var list struct{ Orders []struct{ Artikel []item } }
	operator.Get("/api/verwaltung/orders").Want(http.StatusOK).Into(&list)
	var one struct{ Order struct{ Artikel []item } }
	operator.Get("/api/verwaltung/orders/1").Want(http.StatusOK).Into(&one)
	want := []item{{woolFrench, woolGerman}, {needlesFrench, needlesGerman}, {unknownWording, unknownWording}}
	for name, got := range map[string][]item{"list": list.Orders[0].Artikel, "order": one.Order.Artikel} {
		if fmt.Sprint(got) != fmt.Sprint(want) {
			t.Errorf("%s: %q", name, got)
		}
	}
	cell := "1 × " + woolGerman + " („" + woolFrench + "“) (merinowolle-petrol) je 5,95 | " +
		"1 × " + needlesGerman + " („" + needlesFrench + "“) (stricknadeln-bambus-4) je 5,95 | 1 × " + unknownWording + " (fil-d-or) je 5,95"
	for _, query := range []string{"", "?ids=1"} {
		if got := operator.Get("/api/verwaltung/orders.csv" + query).Want(http.StatusOK).Text(); !strings.Contains(got, cell) {
			t.Errorf("CSV%s: %s", query, got)
		}
		book, err := excelize.OpenReader(bytes.NewReader([]byte(operator.Get("/api/verwaltung/orders.xlsx" + query).Want(http.StatusOK).Text())))
		if err != nil {
			t.Fatal(err)
		}
		if got, err := book.GetCellValue(book.GetSheetName(0), "K2"); err != nil || got != cell {
			t.Errorf("XLSX%s: %q, %v", query, got, err)
		}
	}
	slip := operator.Get("/verwaltung/lieferscheine/?ids=1").Want(http.StatusOK).Text()
	for _, want := range []string{woolGerman, "„" + woolFrench + "“", needlesGerman, "„" + needlesFrench + "“", "Fil d’or &lt;b&gt;"} {
		if !strings.Contains(slip, want) {
			t.Errorf("the packing slip lacks %q:\n%s", want, slip)
		}
	}
	if strings.Contains(slip, "„Fil") {
		t.Error("the packing slip says the same twice")
	}
}

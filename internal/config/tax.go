package config

import (
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"
)

// TaxRate is a line of STEUERSAETZE_DATEI.
type TaxRate struct {
	Country, Class string
	From           string // day; empty: ever since
	PerMille       int64
}

// vatIDForms are the forms of the numbers for value added tax that each seat gives out,
// without spaces.
var vatIDForms = map[string]*regexp.Regexp{
	"de": regexp.MustCompile(`^DE[0-9]{9}$`),
	"at": regexp.MustCompile(`^ATU[0-9]{8}$`),
	"lu": regexp.MustCompile(`^LU[0-9]{8}$`),
	"ch": regexp.MustCompile(`^CHE-?[0-9]{3}\.?[0-9]{3}\.?[0-9]{3}(MWST|TVA|IVA)$`),
}

var (
	taxCountries = []string{"de", "at", "lu", "ch"}
	taxClasses   = []string{"voll", "ermaessigt", "null"}
)

// tax checks what decides about the value added tax, and how long orders are kept for it.
func (k *checker) tax() {
	c := k.config
	k.require(c.ShopTaxID == "" || isLine(c.ShopTaxID, maxTaxID), "SHOP_STEUERNUMMER")
	k.require(slices.Contains(taxCountries, c.TaxSeat), "STEUER_SITZ")
	if form := vatIDForms[c.TaxSeat]; form != nil {
		k.require(c.ShopVATID == "" || form.MatchString(strings.ReplaceAll(c.ShopVATID, " ", "")), "SHOP_UST_ID")
	}
	k.require(c.OSSFrom == "" || isDay(c.OSSFrom), "OSS_AB")
	k.require(c.OSSFrom == "" || c.TaxSeat != "ch", "OSS_AB", "gilt nur mit einem Sitz in der EU; STEUER_SITZ ist ch")
	k.require(c.OSSFrom == "" || c.ShopVATID != "", "SHOP_UST_ID", "fehlt, aber OSS_AB ist gesetzt")
	k.require(c.RetentionYears >= 0 && c.RetentionYears <= 30, "AUFBEWAHRUNG_JAHRE")
	if c.TaxRateFile != "" {
		var err error
		if c.TaxRates, err = readTaxRates(c.TaxRateFile); err != nil {
			k.refuse("STEUERSAETZE_DATEI", err.Error())
		}
	}
}

// readTaxRates reads lines such as de;ermaessigt;2027-01-01;70, after a headline.
func readTaxRates(path string) ([]TaxRate, error) {
	file, err := os.Open(path)
	if err != nil {
		return nil, errors.New("nicht lesbar: " + cause(err))
	}
	defer file.Close()
	lines := csv.NewReader(file)
	lines.Comma, lines.Comment, lines.FieldsPerRecord = ';', '#', 4
	var rates []TaxRate
	for {
		line, err := lines.Read()
		if errors.Is(err, io.EOF) {
			return rates, nil
		}
		var wrong *csv.ParseError
		if errors.As(err, &wrong) {
			return nil, fmt.Errorf("in Zeile %d stehen nicht vier Felder wie land;klasse;ab;promille", wrong.Line)
		}
		if err != nil {
			return nil, err
		}
		at, _ := lines.FieldPos(0)
		if at == 1 && line[0] == "land" {
			continue
		}
		rate, err := newTaxRate(line)
		if err != nil {
			return nil, fmt.Errorf("in Zeile %d: %w", at, err)
		}
		rates = append(rates, rate)
	}
}

const maxPerMille = 500

func newTaxRate(line []string) (TaxRate, error) {
	for i := range line {
		line[i] = strings.TrimSpace(line[i])
	}
	perMille, err := strconv.ParseInt(line[3], 10, 64)
	switch {
	case !slices.Contains(taxCountries, line[0]):
		return TaxRate{}, errors.New("das Land muss de, at, lu oder ch sein")
	case !slices.Contains(taxClasses, line[1]):
		return TaxRate{}, errors.New("die Klasse muss voll, ermaessigt oder null sein")
	case line[2] != "" && !isDay(line[2]):
		return TaxRate{}, errors.New("der Tag muss die Form 2027-01-01 haben")
	case err != nil || perMille < 0 || perMille > maxPerMille:
		return TaxRate{}, errors.New("der Satz muss eine ganze Zahl von 0 bis 500 Promille sein, 190 für 19 %")
	}
	return TaxRate{line[0], line[1], line[2], perMille}, nil
}

func isDay(text string) bool {
	_, err := time.Parse(time.DateOnly, text)
	return err == nil
}

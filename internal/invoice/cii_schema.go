package invoice

import "encoding/xml"

// The parts of a Cross Industry Invoice that the shop's invoices have, in the order that
// its schema demands. Source: UN/CEFACT D16B, as EN 16931-3-3 uses it.
type (
	ciiInvoice struct {
		XMLName  xml.Name `xml:"rsm:CrossIndustryInvoice"`
		RSM      string   `xml:"xmlns:rsm,attr"`
		RAM      string   `xml:"xmlns:ram,attr"`
		QDT      string   `xml:"xmlns:qdt,attr"`
		UDT      string   `xml:"xmlns:udt,attr"`
		Profile  string   `xml:"rsm:ExchangedDocumentContext>ram:GuidelineSpecifiedDocumentContextParameter>ram:ID"`
		Document ciiDocument
		Trade    ciiTrade
	}
	ciiDocument struct {
		XMLName  xml.Name `xml:"rsm:ExchangedDocument"`
		ID       string   `xml:"ram:ID"`
		TypeCode string   `xml:"ram:TypeCode"`
		Issued   ciiDate  `xml:"ram:IssueDateTime>udt:DateTimeString"`
	}
	ciiDate struct {
		Format string `xml:"format,attr"`
		Day    string `xml:",chardata"`
	}
	ciiTrade struct {
		XMLName    xml.Name `xml:"rsm:SupplyChainTradeTransaction"`
		Lines      []ciiLine
		Agreement  ciiAgreement  `xml:"ram:ApplicableHeaderTradeAgreement"`
		Delivery   ciiDelivery   `xml:"ram:ApplicableHeaderTradeDelivery"`
		Settlement ciiSettlement `xml:"ram:ApplicableHeaderTradeSettlement"`
	}
	ciiDelivery struct {
		Country *string  `xml:"ram:ShipToTradeParty>ram:PostalTradeAddress>ram:CountryID,omitempty"`
		At      *ciiDate `xml:"ram:ActualDeliverySupplyChainEvent>ram:OccurrenceDateTime>udt:DateTimeString,omitempty"`
	}
	ciiLine struct {
		XMLName  xml.Name    `xml:"ram:IncludedSupplyChainTradeLineItem"`
		ID       int         `xml:"ram:AssociatedDocumentLineDocument>ram:LineID"`
		Name     string      `xml:"ram:SpecifiedTradeProduct>ram:Name"`
		Price    ciiPrice    `xml:"ram:SpecifiedLineTradeAgreement>ram:NetPriceProductTradePrice"`
		Quantity ciiQuantity `xml:"ram:SpecifiedLineTradeDelivery>ram:BilledQuantity"`
		Tax      ciiRate     `xml:"ram:SpecifiedLineTradeSettlement>ram:ApplicableTradeTax"`
		Net      string      `xml:"ram:SpecifiedLineTradeSettlement>ram:SpecifiedTradeSettlementLineMonetarySummation>ram:LineTotalAmount"`
	}
	ciiPrice struct {
		Amount string       `xml:"ram:ChargeAmount"`
		For    *ciiQuantity `xml:"ram:BasisQuantity,omitempty"`
	}
	ciiQuantity struct {
		Unit  string `xml:"unitCode,attr"`
		Count int64  `xml:",chardata"`
	}
	ciiRate struct {
		Type     string `xml:"ram:TypeCode"`
		Category string `xml:"ram:CategoryCode"`
		Percent  string `xml:"ram:RateApplicablePercent,omitempty"`
	}
	ciiAgreement struct {
		Seller ciiParty `xml:"ram:SellerTradeParty"`
		Buyer  ciiParty `xml:"ram:BuyerTradeParty"`
		Order  string   `xml:"ram:SellerOrderReferencedDocument>ram:IssuerAssignedID"`
	}
	ciiParty struct {
		ID       string `xml:"ram:ID,omitempty"`
		Name     string `xml:"ram:Name"`
		Contact  string `xml:"ram:DefinedTradeContact>ram:PersonName,omitempty"`
		Postcode string `xml:"ram:PostalTradeAddress>ram:PostcodeCode,omitempty"`
		Line     string `xml:"ram:PostalTradeAddress>ram:LineOne,omitempty"`
		City     string `xml:"ram:PostalTradeAddress>ram:CityName,omitempty"`
		Country  string `xml:"ram:PostalTradeAddress>ram:CountryID"`
		Numbers  []ciiNumber
	}
	ciiNumber struct {
		XMLName xml.Name `xml:"ram:SpecifiedTaxRegistration"`
		ID      ciiID    `xml:"ram:ID"`
	}
	ciiID struct {
		Scheme string `xml:"schemeID,attr"`
		ID     string `xml:",chardata"`
	}
	ciiSettlement struct {
		Reference string    `xml:"ram:PaymentReference,omitempty"`
		Currency  string    `xml:"ram:InvoiceCurrencyCode"`
		Means     *ciiMeans `xml:"ram:SpecifiedTradeSettlementPaymentMeans,omitempty"`
		Taxes     []ciiTax
		Extras    []ciiExtra
		Terms     *string       `xml:"ram:SpecifiedTradePaymentTerms>ram:Description,omitempty"`
		Sums      ciiSums       `xml:"ram:SpecifiedTradeSettlementHeaderMonetarySummation"`
		Corrected *ciiCorrected `xml:"ram:InvoiceReferencedDocument,omitempty"`
	}
	ciiMeans struct {
		TypeCode string `xml:"ram:TypeCode"`
		IBAN     string `xml:"ram:PayeePartyCreditorFinancialAccount>ram:IBANID"`
		Holder   string `xml:"ram:PayeePartyCreditorFinancialAccount>ram:AccountName"`
	}
	ciiTax struct {
		XMLName    xml.Name `xml:"ram:ApplicableTradeTax"`
		Amount     string   `xml:"ram:CalculatedAmount"`
		Type       string   `xml:"ram:TypeCode"`
		Reason     string   `xml:"ram:ExemptionReason,omitempty"`
		Basis      string   `xml:"ram:BasisAmount"`
		Category   string   `xml:"ram:CategoryCode"`
		ReasonCode string   `xml:"ram:ExemptionReasonCode,omitempty"`
		Percent    string   `xml:"ram:RateApplicablePercent,omitempty"`
	}
	ciiExtra struct {
		XMLName xml.Name `xml:"ram:SpecifiedTradeAllowanceCharge"`
		Charge  bool     `xml:"ram:ChargeIndicator>udt:Indicator"`
		Amount  string   `xml:"ram:ActualAmount"`
		Reason  string   `xml:"ram:Reason"`
		Tax     ciiRate  `xml:"ram:CategoryTradeTax"`
	}
	ciiSums struct {
		Lines      string      `xml:"ram:LineTotalAmount"`
		Charges    string      `xml:"ram:ChargeTotalAmount"`
		Allowances string      `xml:"ram:AllowanceTotalAmount"`
		Basis      string      `xml:"ram:TaxBasisTotalAmount"`
		Tax        ciiTaxTotal `xml:"ram:TaxTotalAmount"`
		Total      string      `xml:"ram:GrandTotalAmount"`
		Paid       string      `xml:"ram:TotalPrepaidAmount"`
		Due        string      `xml:"ram:DuePayableAmount"`
	}
	ciiTaxTotal struct {
		Currency string `xml:"currencyID,attr"`
		Amount   string `xml:",chardata"`
	}
	ciiCorrected struct {
		Number string  `xml:"ram:IssuerAssignedID"`
		Issued ciiDate `xml:"ram:FormattedIssueDateTime>qdt:DateTimeString"`
	}
)

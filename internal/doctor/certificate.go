package doctor

import (
	"context"
	"crypto/x509"
	"errors"
	"io/fs"
	"time"

	"kontor/internal/certificate"
	"kontor/internal/config"
)

// checkCertificate examines the certificate of a shop that speaks TLS itself. Others
// have none.
func checkCertificate(_ context.Context, s *Shop) []Finding {
	c := s.Config
	switch c.TLS {
	case config.TLSFiles:
		leaf, err := certificate.InFiles(c.TLSCert, c.TLSKey)
		if err != nil {
			return []Finding{failure("TLS_ZERTIFIKAT und TLS_SCHLUESSEL berichtigen; das laufende Programm behält das vorige Zertifikat", "%v", err)}
		}
		return s.judge(leaf, "ein neues Zertifikat ablegen in "+c.TLSCert+"; ein Neustart ist nicht nötig")
	case config.TLSACME:
		leaf, err := certificate.Obtained(c.ACMEDir(), c.ACMEDirectory, c.Host())
		switch {
		case errors.Is(err, fs.ErrNotExist):
			return []Finding{warning("den Shop starten; läuft er, nennt sein Protokoll den Grund („certificate not obtained“): "+c.Host()+" muss auf Port 80 und 443 dieses Rechners führen", "noch kein Zertifikat für %s", c.Host())}
		case err != nil:
			return []Finding{failure("als der Benutzer aufrufen, der den Shop betreibt; hilft das nicht, das Verzeichnis wegbewegen und neu starten", "das Zertifikat ist nicht lesbar: %v", err)}
		}
		return s.judge(leaf, "im Protokoll nach „certificate not obtained“ suchen; "+c.Host()+" muss auf Port 80 dieses Rechners führen")
	}
	return nil
}

// judge examines whether browsers accept a certificate, and for how long.
func (s *Shop) judge(leaf *x509.Certificate, remedy string) []Finding {
	now, end := s.Now(), leaf.NotAfter.UTC().Format(time.RFC3339)
	host := s.Config.Host()
	switch {
	case leaf.VerifyHostname(host) != nil:
		return []Finding{failure(remedy, "das Zertifikat gilt nicht für %s", host)}
	case now.Before(leaf.NotBefore):
		return []Finding{failure("die Uhr dieses Rechners stellen, am besten mit NTP; oder: "+remedy, "das Zertifikat für %s gilt erst ab %s", host, leaf.NotBefore.UTC().Format(time.RFC3339))}
	case now.After(leaf.NotAfter):
		return []Finding{failure(remedy, "das Zertifikat für %s ist am %s abgelaufen", host, end)}
	case leaf.NotAfter.Sub(now) < certificate.WarnBefore:
		return []Finding{warning(remedy, "das Zertifikat für %s endet bald, am %s", host, end)}
	}
	return []Finding{ok("das Zertifikat für %s gilt bis %s", host, end)}
}

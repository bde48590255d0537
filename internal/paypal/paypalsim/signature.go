package paypalsim

import (
	"crypto"
	"crypto/rand"
	"crypto/rsa"
	"crypto/sha256"
	"encoding/base64"
	"fmt"
	"hash/crc32"
	"net/http"
	"sync"
)

// signer makes the key that signs all notifications of this process.
var signer = sync.OnceValue(func() *rsa.PrivateKey {
	key, err := rsa.GenerateKey(rand.Reader, 2048)
	if err != nil {
		panic(err) // the system has no randomness
	}
	return key
})

const (
	authAlgo = "SHA256withRSA"
	certPath = "/v1/notifications/certs/CERT-360caa42-fca2a594-1d93a270"
)

// signed returns the hash that is signed; it covers the body's checksum, not the body.
func signed(transmissionID, transmissionTime, webhookID string, body []byte) [sha256.Size]byte {
	return sha256.Sum256(fmt.Appendf(nil, "%s|%s|%s|%d", transmissionID, transmissionTime, webhookID, crc32.ChecksumIEEE(body)))
}

// Sign returns the headers of a notification with this body.
func (s *Server) Sign(body []byte) http.Header {
	id, at := newTransmissionID(), stamp(s.options.Now())
	sum := signed(id, at, s.options.WebhookID, body)
	signature, err := rsa.SignPKCS1v15(rand.Reader, signer(), crypto.SHA256, sum[:])
	if err != nil {
		panic(err) // key and hash have fixed sizes
	}
	header := make(http.Header)
	header.Set("Content-Type", "application/json")
	header.Set("PAYPAL-AUTH-ALGO", authAlgo)
	header.Set("PAYPAL-CERT-URL", s.url+certPath)
	header.Set("PAYPAL-TRANSMISSION-ID", id)
	header.Set("PAYPAL-TRANSMISSION-SIG", base64.StdEncoding.EncodeToString(signature))
	header.Set("PAYPAL-TRANSMISSION-TIME", at)
	return header
}

// newTransmissionID makes an id in the format of a UUID.
func newTransmissionID() string {
	var b [16]byte
	rand.Read(b[:])
	return fmt.Sprintf("%x-%x-%x-%x-%x", b[:4], b[4:6], b[6:8], b[8:10], b[10:])
}

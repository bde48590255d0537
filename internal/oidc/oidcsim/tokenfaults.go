package oidcsim

import (
	"crypto"
	"crypto/hmac"
	"crypto/rand"
	"crypto/rsa"
	"crypto/sha256"
	"crypto/sha512"
	"crypto/x509"
	"encoding/pem"
	"math/big"
	"strings"
	"time"
)

// tokenFaults are the effects of faults on an ID token.
var tokenFaults = map[Fault]func(*idToken){
	AlgNone:           func(t *idToken) { t.header["alg"], t.sign = "none", unsigned },
	AlgNoneCapital:    func(t *idToken) { t.header["alg"], t.sign = "None", unsigned },
	PublicKeyAsSecret: func(t *idToken) { t.header["alg"], t.sign = "HS256", signWithPublicKey },
	ClientSecretHMAC:  func(t *idToken) { t.header["alg"], t.sign = "HS256", signWithClientSecret },
	OtherAlgorithm: func(t *idToken) {
		t.header["alg"], t.sign = "RS512", signRS512
		delete(t.claims, "at_hash") // it would have the wrong length
	},
	FlippedSignature:  func(t *idToken) { t.sign = signWrongly },
	ForeignKey:        func(t *idToken) { t.key = t.foreign },
	ForeignKeyOtherID: func(t *idToken) { t.key, t.header["kid"] = t.foreign, "foreign" },
	EmbeddedKey:       func(t *idToken) { t.key, t.header["jwk"] = t.foreign, publicJWK(&t.foreign.PublicKey, "foreign") },
	KeyAddress:        func(t *idToken) { t.key, t.header["jku"] = t.foreign, t.issuer.stray },
	UnknownCritical:   func(t *idToken) { t.header["crit"], t.header["shop"] = []string{"shop"}, true },
	NoKeyID:           func(t *idToken) { delete(t.header, "kid") },
	SignedText:        func(t *idToken) { t.payload = []byte("signed, but no JSON") },

	OtherIssuer:   func(t *idToken) { t.claims["iss"] = "https://accounts.google.com" },
	NoIssuer:      func(t *idToken) { delete(t.claims, "iss") },
	SlashIssuer:   func(t *idToken) { t.claims["iss"] = t.issuer.url + "/" },
	OtherAudience: func(t *idToken) { t.claims["aud"] = "other-client" },
	NoAudience:    func(t *idToken) { delete(t.claims, "aud") },
	AudienceList:  func(t *idToken) { t.claims["aud"] = []any{t.claims["aud"]} },
	Strangers:     func(t *idToken) { t.claims["aud"] = []any{t.claims["aud"], "other-client"} },
	StrangersAndParty: func(t *idToken) {
		t.claims["azp"], t.claims["aud"] = t.claims["aud"], []any{t.claims["aud"], "other-client"}
	},
	OtherParty:        func(t *idToken) { t.claims["azp"] = "other-client" },
	NumberParty:       func(t *idToken) { t.claims["azp"] = 7 },
	OwnParty:          func(t *idToken) { t.claims["azp"] = t.claims["aud"] },
	Expired:           func(t *idToken) { t.claims["exp"] = t.in(-time.Minute) },
	NoExpiry:          func(t *idToken) { delete(t.claims, "exp") },
	NotYetValid:       func(t *idToken) { t.claims["nbf"] = t.in(time.Hour) },
	NoIssuedAt:        func(t *idToken) { delete(t.claims, "iat") },
	IssuedInAnHour:    func(t *idToken) { t.claims["iat"], t.claims["exp"] = t.in(time.Hour), t.in(2*time.Hour) },
	IssuedInAMinute:   func(t *idToken) { t.claims["iat"] = t.in(time.Minute) },
	WrongNonce:        func(t *idToken) { t.claims["nonce"] = rand.Text() },
	NoNonce:           func(t *idToken) { delete(t.claims, "nonce") },
	NoSubject:         func(t *idToken) { delete(t.claims, "sub") },
	EmptySubject:      func(t *idToken) { t.claims["sub"] = "" },
	NullSubject:       func(t *idToken) { t.claims["sub"] = nil },
	NumberSubject:     func(t *idToken) { t.claims["sub"] = 1001 },
	LongSubject:       func(t *idToken) { t.claims["sub"] = strings.Repeat("1", 5000) },
	TwoSubjects:       func(t *idToken) { t.claims["ſub"] = "victim" }, // a long s, which Go folds to s
	OtherAccessToken:  func(t *idToken) { t.claims["at_hash"] = halfHash("other") },
	NoAccessTokenHash: func(t *idToken) { delete(t.claims, "at_hash") },
}

func (t *idToken) in(d time.Duration) int64 { return t.issuer.options.Now().Add(d).Unix() }

func unsigned(*idToken, string) []byte { return nil }

func signRS256(t *idToken, input string) []byte {
	sum := sha256.Sum256([]byte(input))
	return mustSign(t.key, crypto.SHA256, sum[:])
}

func signRS512(t *idToken, input string) []byte {
	sum := sha512.Sum512([]byte(input))
	return mustSign(t.key, crypto.SHA512, sum[:])
}

func mustSign(key *rsa.PrivateKey, hash crypto.Hash, sum []byte) []byte {
	signature, err := rsa.SignPKCS1v15(nil, key, hash, sum)
	if err != nil {
		panic(err) // a key of our own making
	}
	return signature
}

func signWrongly(t *idToken, input string) []byte {
	signature := signRS256(t, input)
	signature[len(signature)/2] ^= 1
	return signature
}

// signWithPublicKey exploits clients that use the key for whatever algorithm the token
// names.
func signWithPublicKey(t *idToken, input string) []byte {
	der, _ := x509.MarshalPKIXPublicKey(&t.key.PublicKey)
	return keyedHash(pem.EncodeToMemory(&pem.Block{Type: "PUBLIC KEY", Bytes: der}), input)
}

func signWithClientSecret(t *idToken, input string) []byte {
	return keyedHash([]byte(t.issuer.options.ClientSecret), input)
}

func keyedHash(key []byte, input string) []byte {
	hash := hmac.New(sha256.New, key)
	hash.Write([]byte(input))
	return hash.Sum(nil)
}

// publicJWK returns a key as providers publish it.
func publicJWK(key *rsa.PublicKey, id string) map[string]any {
	return map[string]any{
		"kty": "RSA", "alg": "RS256", "use": "sig", "kid": id,
		"n": encode(key.N.Bytes()), "e": encode(big.NewInt(int64(key.E)).Bytes()),
	}
}

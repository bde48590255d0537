package oidcsim

// Fault is a deviation of an issuer from its usual behaviour. Those called dialects are
// allowed.
type Fault string

// Faults of the metadata.
const (
	MetadataOtherIssuer Fault = "metadata: another issuer"
	MetadataSlash       Fault = "metadata: issuer with a slash"
	WeakAlgorithms      Fault = "metadata: none and HS256 announced"
	InsecureEndpoint    Fault = "metadata: token endpoint without encryption"
	PKCENotAnnounced    Fault = "metadata: PKCE not announced"                  // dialect
	PostAuth            Fault = "metadata: only client_secret_post"             // dialect
	AuthNotAnnounced    Fault = "metadata: client authentication not announced" // dialect
	IssuerAnnounced     Fault = "metadata: iss announced"                       // dialect, with IssuerSent
)

// Faults of the answer that the browser carries.
const (
	IssuerSent     Fault = "answer: iss" // dialect
	IssuerOther    Fault = "answer: iss of another issuer"
	IssuerTwice    Fault = "answer: iss twice"
	AccessDenied   Fault = "answer: access denied"
	ServerError    Fault = "answer: server error"
	ErrorAndCode   Fault = "answer: error and code"
	NeitherNorCode Fault = "answer: neither error nor code"
	CodeTwice      Fault = "answer: code twice"
	StateOther     Fault = "answer: another state"
	StateMissing   Fault = "answer: no state"
)

// Faults of the token endpoint's answer.
const (
	InvalidGrant  Fault = "token: invalid_grant"
	InvalidClient Fault = "token: invalid_client"
	NoIDToken     Fault = "token: no ID token"
	NumberIDToken Fault = "token: ID token is a number"
	Garbage       Fault = "token: ID token is garbage"
	JSONSerial    Fault = "token: ID token in JSON form"
)

// Faults of the ID token's signature and header.
const (
	AlgNone           Fault = "signature: none"
	AlgNoneCapital    Fault = "signature: None"
	PublicKeyAsSecret Fault = "signature: HS256 with the public key"
	ClientSecretHMAC  Fault = "signature: HS256 with the client secret"
	OtherAlgorithm    Fault = "signature: RS512"
	FlippedSignature  Fault = "signature: one bit flipped"
	ForeignKey        Fault = "signature: foreign key, same id"
	ForeignKeyOtherID Fault = "signature: foreign key, other id"
	EmbeddedKey       Fault = "signature: foreign key in the header"
	KeyAddress        Fault = "signature: foreign key at an address in the header"
	UnknownCritical   Fault = "signature: unknown critical header"
	NoKeyID           Fault = "signature: no key id" // dialect
	SignedText        Fault = "signature: of something that is no JSON"
)

// Faults of the ID token's content.
const (
	OtherIssuer       Fault = "iss: another issuer"
	NoIssuer          Fault = "iss: missing"
	SlashIssuer       Fault = "iss: with a slash"
	OtherAudience     Fault = "aud: another client"
	NoAudience        Fault = "aud: missing"
	AudienceList      Fault = "aud: list of one" // dialect
	Strangers         Fault = "aud: with strangers"
	StrangersAndParty Fault = "aud: with strangers, azp right"
	OtherParty        Fault = "azp: another client"
	NumberParty       Fault = "azp: a number"
	OwnParty          Fault = "azp: right" // dialect
	Expired           Fault = "exp: past"
	NoExpiry          Fault = "exp: missing"
	NotYetValid       Fault = "nbf: in an hour"
	NoIssuedAt        Fault = "iat: missing"
	IssuedInAnHour    Fault = "iat: in an hour"
	IssuedInAMinute   Fault = "iat: in a minute" // dialect
	WrongNonce        Fault = "nonce: wrong"
	NoNonce           Fault = "nonce: missing"
	EarlierToken      Fault = "nonce: of the first ID token"
	NoSubject         Fault = "sub: missing"
	EmptySubject      Fault = "sub: empty"
	NullSubject       Fault = "sub: null"
	NumberSubject     Fault = "sub: a number"
	LongSubject       Fault = "sub: 5000 characters"
	TwoSubjects       Fault = "sub: once more, in other letters"
	OtherAccessToken  Fault = "at_hash: wrong"
	NoAccessTokenHash Fault = "at_hash: missing" // dialect
)

// Faults of the userinfo, and one dialect.
const (
	OnlyUserInfo      Fault = "userinfo: e-mail and name only there" // dialect
	UserInfoOfAnother Fault = "userinfo: of another person"
	UserInfoNoSubject Fault = "userinfo: without a subject"
	NoUserInfo        Fault = "userinfo: no such endpoint" // dialect
)

// SetFaults replaces the issuer's faults.
func (i *Issuer) SetFaults(faults ...Fault) {
	i.mu.Lock()
	defer i.mu.Unlock()
	clear(i.faults)
	for _, f := range faults {
		i.faults[f] = true
	}
}

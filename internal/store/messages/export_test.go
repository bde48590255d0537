package messages

// For the tests of this package, which open the whole store.
var (
	ClaimQuery       = claimQuery
	MessagesQuery    = messagesQuery
	NextMessageQuery = nextMessageQuery
	MailsOfQuery     = mailsOfQuery
)

package paypalsim

import (
	"crypto"
	"crypto/rsa"
	"encoding/base64"
	"encoding/json"
	"net/http"
)

// verify checks a signature over the notification's bytes as they are in the request.
func (s *Server) verify(r *request) reply {
	var asked struct {
		AuthAlgo         string          `json:"auth_algo"`
		CertURL          string          `json:"cert_url"`
		TransmissionID   string          `json:"transmission_id"`
		TransmissionSig  string          `json:"transmission_sig"`
		TransmissionTime string          `json:"transmission_time"`
		WebhookID        string          `json:"webhook_id"`
		Event            json.RawMessage `json:"webhook_event"`
	}
	if err := strictly(r.body, &asked); err != nil {
		s.violate("verify: %v", err)
		return problem(http.StatusBadRequest, "VALIDATION_ERROR", "")
	}
	signature, err := base64.StdEncoding.DecodeString(asked.TransmissionSig)
	sum := signed(asked.TransmissionID, asked.TransmissionTime, asked.WebhookID, asked.Event)
	genuine := err == nil && asked.WebhookID == s.options.WebhookID && asked.AuthAlgo == authAlgo && asked.CertURL == s.url+certPath &&
		rsa.VerifyPKCS1v15(&signer().PublicKey, crypto.SHA256, sum[:], signature) == nil
	status := "FAILURE"
	if genuine {
		status = "SUCCESS"
	}
	return reply{status: http.StatusOK, body: object{"verification_status": status}}
}

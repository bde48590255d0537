package oidcsim

import (
	"encoding/json"
	"net/http"
)

// serveMetadata answers the discovery request.
func (i *Issuer) serveMetadata(w http.ResponseWriter, _ *http.Request) {
	metadata := map[string]any{
		"issuer":                                i.url,
		"authorization_endpoint":                i.url + "/authorize",
		"token_endpoint":                        i.url + "/token",
		"userinfo_endpoint":                     i.url + "/userinfo",
		"jwks_uri":                              i.url + "/keys",
		"response_types_supported":              []string{"code"},
		"subject_types_supported":               []string{"public"},
		"id_token_signing_alg_values_supported": []string{"RS256"},
		"code_challenge_methods_supported":      []string{"S256"},
		"token_endpoint_auth_methods_supported": []string{"client_secret_post", "client_secret_basic"},
	}
	for fault, change := range map[Fault]func(){
		MetadataOtherIssuer: func() { metadata["issuer"] = "https://accounts.google.com" },
		MetadataSlash:       func() { metadata["issuer"] = i.url + "/" },
		WeakAlgorithms:      func() { metadata["id_token_signing_alg_values_supported"] = []string{"none", "HS256", "RS256"} },
		InsecureEndpoint:    func() { metadata["token_endpoint"] = "http://192.0.2.1/token" },
		PKCENotAnnounced:    func() { delete(metadata, "code_challenge_methods_supported") },
		PostAuth:            func() { metadata["token_endpoint_auth_methods_supported"] = []string{"client_secret_post"} },
		AuthNotAnnounced:    func() { delete(metadata, "token_endpoint_auth_methods_supported") },
		IssuerAnnounced:     func() { metadata["authorization_response_iss_parameter_supported"] = true },
		NoUserInfo:          func() { delete(metadata, "userinfo_endpoint") },
	} {
		if i.has(fault) {
			change()
		}
	}
	writeJSON(w, http.StatusOK, metadata)
}

func writeJSON(w http.ResponseWriter, status int, body any) {
	w.Header().Set("Content-Type", "application/json")
	w.Header().Set("Cache-Control", "no-store")
	w.WriteHeader(status)
	json.NewEncoder(w).Encode(body)
}

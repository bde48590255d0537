// Package apispec checks requests to PayPal, and the answers of its simulator, against
// PayPal's own description of its API, the OpenAPI documents that are expected beside
// the repository in ../shared/paypal-openapi.
//
// Source: github.com/paypal/paypal-rest-api-specifications.
package apispec

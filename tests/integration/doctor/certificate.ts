/**
 * A certificate for localhost that nobody but itself has signed, for a hundred years from November 2026, with its key:
 * made for these tests, and used nowhere else.
 */
export const certificate = `-----BEGIN CERTIFICATE-----
MIIBlDCCATugAwIBAgIUTv9Y5b55D3fcaYz2nnia5oxJRYQwCgYIKoZIzj0EAwIw
FDESMBAGA1UEAwwJbG9jYWxob3N0MCAXDTI2MTEyOTAxMTU1OVoYDzIxMjYxMTA1
MDExNTU5WjAUMRIwEAYDVQQDDAlsb2NhbGhvc3QwWTATBgcqhkjOPQIBBggqhkjO
PQMBBwNCAASZN48sltiFx9oHSOVch63HNshn+4vTN0j67AvTb804MTcbx9LeHEnj
JRZTCs5hcgwmw84XPpEsK58Dw7d0gIQJo2kwZzAdBgNVHQ4EFgQUqEQ+wapivMU/
P/AqxiTIPaMot0wwHwYDVR0jBBgwFoAUqEQ+wapivMU/P/AqxiTIPaMot0wwDwYD
VR0TAQH/BAUwAwEB/zAUBgNVHREEDTALgglsb2NhbGhvc3QwCgYIKoZIzj0EAwID
RwAwRAIgNMe9rpgQjsTiYLC5TcL5GA57fqsUUdGvT7ot9KYHnDECIH0fxjYNeNWd
oRrdwBniTgps8P4tzQc4Noym/mx1P+gG
-----END CERTIFICATE-----
`
export const certificateKey = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgBljl6a/RrGCt/RdA
bsgLSyQtvZzMRw6T39pHK2MuIT6hRANCAASZN48sltiFx9oHSOVch63HNshn+4vT
N0j67AvTb804MTcbx9LeHEnjJRZTCs5hcgwmw84XPpEsK58Dw7d0gIQJ
-----END PRIVATE KEY-----
`

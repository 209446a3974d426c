module shop

go 1.21

require github.com/featureprobe/server-sdk-go/v2 v2.3.0

require (
	github.com/cenkalti/backoff v2.2.1+incompatible // indirect
	github.com/gorilla/websocket v1.5.0 // indirect
	github.com/masterminds/semver v1.5.0 // indirect
	github.com/socket-iox/socket-io-client-go v1.0.4 // indirect
)

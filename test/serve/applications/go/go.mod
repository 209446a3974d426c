module local-application

go 1.21

require github.com/featureprobe/server-sdk-go/v2 v2.3.0

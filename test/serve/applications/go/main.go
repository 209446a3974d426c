// An application with the official SDK for Go; applications.ts says what it reads and writes.
package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"os"
	"time"

	featureprobe "github.com/featureprobe/server-sdk-go/v2"
)

const codeDefault = "code-default"
const noNumber = -12345.5

type question struct {
	URL            string
	SdkKey         string
	RefreshSeconds int
	Toggles        []struct{ Key, ReturnType string }
	Users          []struct {
		Key        string
		Attributes map[string]string
	}
}

func given(client *featureprobe.FeatureProbe, key string, returnType string, user featureprobe.FPUser) string {
	switch returnType {
	case "boolean":
		value := client.BoolValue(key, user, true)
		if value == client.BoolValue(key, user, false) {
			return asJSON(value)
		}
	case "number":
		if value := client.NumberValue(key, user, noNumber); value != noNumber {
			return asJSON(value)
		}
	case "string":
		if value := client.StrValue(key, user, codeDefault); value != codeDefault {
			return asJSON(value)
		}
	default:
		if value := client.JsonValue(key, user, codeDefault); value != codeDefault {
			return asJSON(value)
		}
	}
	return codeDefault
}

func asJSON(value interface{}) string {
	text, err := json.Marshal(value)
	if err != nil {
		panic(err)
	}
	return string(text)
}

func main() {
	lines := bufio.NewScanner(os.Stdin)
	lines.Buffer(nil, 1<<26)
	var client *featureprobe.FeatureProbe
	var url string
	for lines.Scan() {
		var asked question
		if err := json.Unmarshal(lines.Bytes(), &asked); err != nil {
			panic(err)
		}
		if url != asked.URL {
			if client != nil {
				client.Close()
			}
			made := featureprobe.NewFeatureProbe(featureprobe.FPConfig{
				RemoteUrl:       asked.URL,
				ServerSdkKey:    asked.SdkKey,
				RefreshInterval: time.Duration(asked.RefreshSeconds) * time.Second,
				StartWait:       10 * time.Second,
			})
			client, url = &made, asked.URL
		}
		rows := [][]string{}
		for _, each := range asked.Users {
			user := featureprobe.NewUser().StableRollout(each.Key)
			for name, value := range each.Attributes {
				user = user.With(name, value)
			}
			row := []string{}
			for _, toggle := range asked.Toggles {
				row = append(row, given(client, toggle.Key, toggle.ReturnType, user))
			}
			rows = append(rows, row)
		}
		fmt.Println(asJSON(rows))
	}
}

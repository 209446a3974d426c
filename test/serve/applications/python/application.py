"""An application with the official SDK for Python; applications.ts says what it reads and writes."""
import json
import logging
import os
import sys

import featureprobe as fp

logging.disable(logging.CRITICAL)
CODE_DEFAULT = "code-default"


def given(client, toggle, user):
    try:
        value = client.value(toggle["key"], user, CODE_DEFAULT)
    except Exception:
        return "throws"
    return CODE_DEFAULT if value == CODE_DEFAULT else json.dumps(value)


def client_of(question):
    seconds = question["refreshSeconds"]
    config = fp.Config(remote_uri=question["url"], sync_mode="streaming", refresh_interval=seconds, start_wait=10)
    return fp.Client(question["sdkKey"], config)


client, url = None, None
for line in sys.stdin:
    question = json.loads(line)
    if question["url"] != url:
        if client is not None:
            client.close()
        client, url = client_of(question), question["url"]
    users = [fp.User(each["attributes"], each["key"]) for each in question["users"]]
    print(json.dumps([[given(client, toggle, user) for toggle in question["toggles"]] for user in users]), flush=True)
# Threads of the SDK would keep it running.
os._exit(0)

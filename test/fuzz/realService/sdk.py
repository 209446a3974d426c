"""Asks the official SDK for Python (featureprobe-server-sdk-python 2.2.1 from PyPI); sdks.ts says what is read and written."""
import json
import logging
import sys

import featureprobe as fp
from featureprobe.model.segment import Segment
from featureprobe.model.toggle import Toggle

logging.disable(logging.CRITICAL)
question = json.loads(sys.stdin.readline())
data = json.loads(question["data"])
toggles = {key: Toggle.from_json(each) for key, each in data["toggles"].items()}
segments = {key: Segment.from_json(each) for key, each in data["segments"].items()}


def given(key, user):
    toggle = toggles.get(key)
    if toggle is None:
        return "code-default"
    try:
        result = toggle.eval(user, toggles, segments, "code default", 20)
    except Exception:
        return "throws"
    return "code-default" if result.value == "code default" else json.dumps(result.value)


def made(each):
    user = fp.User(stable_rollout_key=each["key"])
    for name, value in each["attributes"].items():
        user.with_attr(name, value)
    return user


users = [made(each) for each in question["users"]]
print(json.dumps([[given(each["key"], user) for each in question["toggles"]] for user in users]))

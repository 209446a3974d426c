#!/usr/bin/env bash
# What action.yml runs: toggle-targeting with the arguments in $ARGUMENTS. What it prints goes into the job's summary and, with a name in
# $COMMENT, into one comment on the pull request $PULL_REQUEST, which is found again by its first line. The exit code is that of the command.
set -uo pipefail
printed=$(mktemp)
read -ra arguments <<< "$ARGUMENTS"
npx --yes toggle-targeting@0.1.0 "${arguments[@]}" | tee "$printed"
code=${PIPESTATUS[0]}
cat "$printed" >> "${GITHUB_STEP_SUMMARY:-/dev/null}"
[ -n "${COMMENT:-}" ] || exit "$code"

set -e
marker="<!-- toggle-targeting $COMMENT -->"
comment=$(mktemp)
{ echo "$marker"; cat "$printed"; } > "$comment"
comments="repos/$GITHUB_REPOSITORY/issues/$PULL_REQUEST/comments"
id=$(gh api --paginate "$comments" --jq ".[] | select(.body | startswith(\"$marker\")) | .id" | head -n 1)
if [ -n "$id" ]; then
  gh api --method PATCH "repos/$GITHUB_REPOSITORY/issues/comments/$id" --field "body=@$comment" > /dev/null
else
  gh api --method POST "$comments" --field "body=@$comment" > /dev/null
fi
exit "$code"

#!/usr/bin/env bash
# What action.yml runs: toggle-targeting with the arguments in $ARGUMENTS, quoted as in a shell. What it prints goes into the job's summary
# and, with a name in $COMMENT, into one comment on the pull request $PULL_REQUEST, which is found again by its first line. The exit code
# is that of the command, or 2 where all that failed is the comment.
set -uo pipefail
printed=$(mktemp)
# Takes quotes away and expands nothing.
arguments=()
while IFS= read -r argument; do arguments+=("$argument"); done < <(xargs -n 1 printf '%s\n' <<< "$ARGUMENTS")
npx --yes toggle-targeting@0.1.0 "${arguments[@]}" | tee "$printed"
code=${PIPESTATUS[0]}
cat "$printed" >> "${GITHUB_STEP_SUMMARY:-/dev/null}"
[ -n "${COMMENT:-}" ] || exit "$code"

marker="<!-- toggle-targeting $COMMENT -->"
comment=$(mktemp)
# GitHub takes 65,536 characters.
{ echo "$marker"; head -c 60000 "$printed"; } > "$comment"
[ "$(wc -c < "$printed")" -le 60000 ] || printf '\n\n… The rest is in the summary of the job.\n' >> "$comment"
comments="repos/$GITHUB_REPOSITORY/issues/$PULL_REQUEST/comments"
if id=$(gh api --paginate "$comments" --jq ".[] | select(.body | startswith(\"$marker\")) | .id"); then
  id=$(head -n 1 <<< "$id")
  if [ -n "$id" ]; then
    gh api --method PATCH "repos/$GITHUB_REPOSITORY/issues/comments/$id" --field "body=@$comment" > /dev/null && exit "$code"
  else
    gh api --method POST "$comments" --field "body=@$comment" > /dev/null && exit "$code"
  fi
fi
echo '::error::The comment could not be written.'
[ "$code" -eq 0 ] && exit 2
exit "$code"

#!/usr/bin/env bash
# What action.yml runs: toggle-targeting with the arguments in $ARGUMENTS, quoted as in a shell. What it prints goes into the job's summary
# and, with a name in $COMMENT, into one comment on the pull request $PULL_REQUEST, which is found again by its author and its first line. The
# exit code is that of the command, or 2 where something else failed.
set -uo pipefail
fail() {
  echo "::error::$1"
  exit 2
}
# A file as code: no line of it can end a fence that is longer than any run of backticks in it.
fenced() {
  fence='```'$(LC_ALL=C grep -ao '`*' "$1" | LC_ALL=C sort -r | head -n 1)
  printf '\n%s\n' "$fence"
  cat "$1"
  printf '\n%s\n' "$fence"
}
# A file, as far as there is room for it: a summary takes 1 MiB, a comment 65,536 characters.
beginning() {
  # Half of a last character is left out.
  head -c "$2" "$1" | iconv -c -f UTF-8 -t UTF-8 2> /dev/null
  [ "$(wc -c < "$1")" -le "$2" ] || printf '\n\n… The rest is in the log of the job.\n'
}

if [ -n "${COMMENT:-}" ]; then
  [[ $COMMENT =~ ^[A-Za-z0-9._\ -]+$ ]] || fail 'The name of the comment may have letters, digits, blanks, ".", "_" and "-".'
  [[ ${PULL_REQUEST:-} =~ ^[0-9]+$ ]] || fail 'A comment needs the number of its pull request in the environment variable PULL_REQUEST.'
fi
own=$(mktemp -d "${RUNNER_TEMP:-/tmp}/toggle-targeting.XXXXXX") || fail 'There is no folder for temporary files.'
# Takes quotes away and expands nothing.
xargs -n 1 printf '%s\n' <<< "$ARGUMENTS" > "$own/arguments" || fail 'A quote in "run" is not closed.'
arguments=()
while IFS= read -r argument; do arguments+=("$argument"); done < "$own/arguments"

# From the public registry and into a folder of its own, started there: nothing of the checkout, and no .npmrc, decides what runs.
mkdir "$own/npm"
(cd "$own/npm" && npm install --prefix "$own/npm" --userconfig /dev/null --registry https://registry.npmjs.org --ignore-scripts --no-audit --no-fund toggle-targeting@0.1.0) > "$own/installed" 2>&1 || {
  cat "$own/installed"
  fail 'toggle-targeting could not be installed.'
}
node "$own/npm/node_modules/toggle-targeting/dist/cli.js" "${arguments[@]}" 2> "$own/errors" | tee "$own/printed"
code=${PIPESTATUS[0]}
cat "$own/errors" >&2
# Only a report in Markdown is shown as Markdown. Messages follow it, as code.
case " ${arguments[*]} " in
  *' --format markdown '* | *' --format=markdown '*) cat "$own/printed" ;;
  *) [ ! -s "$own/printed" ] || fenced "$own/printed" ;;
esac > "$own/shown"
[ ! -s "$own/errors" ] || fenced "$own/errors" >> "$own/shown"
beginning "$own/shown" 1000000 >> "${GITHUB_STEP_SUMMARY:-/dev/null}"
[ -n "${COMMENT:-}" ] || exit "$code"

marker="<!-- toggle-targeting $COMMENT -->"
comments="repos/$GITHUB_REPOSITORY/issues/$PULL_REQUEST/comments"
# Anybody can write a comment that begins so.
if head=$(gh api "repos/$GITHUB_REPOSITORY/pulls/$PULL_REQUEST" --jq .head.sha) &&
  author=$(gh api graphql --raw-field 'query={viewer{login}}' --jq .data.viewer.login) &&
  ids=$(gh api --paginate "$comments" --jq ".[] | select(.user.login == \"$author\" and (.body | startswith(\"$marker\"))) | .id"); then
  # A run that is slow or started again says nothing of what was pushed later. Of a pull request, the merge with its head is checked out.
  case " $(git rev-list --parents --max-count=1 HEAD) " in
    *" $head "*) ;;
    *) echo '::error::The comment is not written: the pull request has another commit now.' && exit $((code == 0 ? 2 : code)) ;;
  esac
  { printf '%s\nCommit %s\n\n' "$marker" "$head"; beginning "$own/shown" 60000; } > "$own/comment"
  id=$(head -n 1 <<< "$ids")
  if [ -n "$id" ]; then
    gh api --method PATCH "repos/$GITHUB_REPOSITORY/issues/comments/$id" --field "body=@$own/comment" > /dev/null && exit "$code"
  else
    gh api --method POST "$comments" --field "body=@$own/comment" > /dev/null && exit "$code"
  fi
fi
echo '::error::The comment could not be written.'
[ "$code" -eq 0 ] && exit 2
exit "$code"

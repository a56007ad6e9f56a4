#!/usr/bin/env bash
# Audits a website in continuous integration: serves it if need be, and writes the summary, annotations and files that the GitHub Action and the
# GitLab template publish. Settings are environment variables, so that no value becomes a part of a command.
#
#   SITE_URL       what to audit
#   SERVE_COMMAND  serves the site in the background until the audit has ended; empty: it is served already
#   AUDIT_ARGS     further options of `sitesounder audit`, divided by spaces
#   FAIL_ON        error, warning or never
#   MIN_SCORE      the health score below which the build fails; empty: none
#   BASELINE       an earlier report; only what is new since then counts. Ignored where the file is missing
#   OUTPUT_FOLDER  where the files are written
#   SITESOUNDER    the command, divided by spaces
set -uo pipefail

output=${OUTPUT_FOLDER:-sitesounder-report}
mkdir -p "$output" || exit 2
read -r -a program <<< "${SITESOUNDER:-npx sitesounder}"
read -r -a further <<< "${AUDIT_ARGS:-}"

server=
stop_server() {
  if [ -n "$server" ]; then
    kill -- "-$server" 2> /dev/null
    # A server that ignores the signal would keep the job until its time limit.
    for _ in $(seq 50); do
      kill -0 -- "-$server" 2> /dev/null || break
      sleep 0.2
    done
    kill -KILL -- "-$server" 2> /dev/null
    wait "$server" 2> /dev/null
  fi
}
trap stop_server EXIT

if [ -n "${SERVE_COMMAND:-}" ]; then
  # A process group of its own, to be ended with all that it starts.
  set -m
  bash -c "$SERVE_COMMAND" > "$output/server.log" 2>&1 &
  server=$!
  set +m
  for attempt in $(seq 60); do
    if curl --silent --max-time 5 --output /dev/null "$SITE_URL"; then break; fi
    # The command may have ended before it served anything.
    if [ "$attempt" = 60 ] || ! kill -0 "$server" 2> /dev/null; then
      echo "The site is not served at $SITE_URL; the output of the command:" >&2
      cat "$output/server.log" >&2
      exit 2
    fi
    sleep 1
  done
fi

arguments=(--fail-on "${FAIL_ON:-error}" --format "${ANNOTATIONS:-table}" --report "$output/report.html"
  --also "json:$output/report.json sarif:$output/report.sarif junit:$output/junit.xml markdown:$output/summary.md")
if [ -n "${MIN_SCORE:-}" ]; then arguments+=(--min-score "$MIN_SCORE"); fi
if [ -n "${BASELINE:-}" ] && [ -f "$BASELINE" ]; then arguments+=(--baseline "$BASELINE"); fi

"${program[@]}" audit "$SITE_URL" "${arguments[@]}" ${further[@]+"${further[@]}"}
code=$?
if [ -n "${GITHUB_STEP_SUMMARY:-}" ] && [ -f "$output/summary.md" ]; then cat "$output/summary.md" >> "$GITHUB_STEP_SUMMARY"; fi
if [ -n "${CI_MERGE_REQUEST_IID:-}" ] && [ -f "$output/summary.md" ]; then node "$(dirname "$0")/gitlab-note.mjs" "$output/summary.md"; fi
exit "$code"

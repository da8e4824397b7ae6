#!/usr/bin/env bash
# Prorated loan limits with curl 7.76 or later. The key is in PRORATA_KEY, the address of the service in PRORATA_URL.
#   bash client.sh student.json         prints the answer for one student
#   bash client.sh in.csv out.csv       writes the answer for a file of students
set -euo pipefail

url=${PRORATA_URL:-http://127.0.0.1:3000}
[ $# -ge 1 ] || { sed -n '3,4s/^# *//p' "$0" >&2; exit 2; }
key=${PRORATA_KEY:?"Put your key into PRORATA_KEY first."}
stalled=${PRORATA_TIMEOUT:-300} # Seconds without a byte in either direction before giving up.

# Sends file $3 as $2 to path $1 and leaves the whole answer in file $4. Sent again: only what got no answer at all,
# because nobody listened (curl's 7), or was told to come back (503 with Retry-After).
send() {
  local attempt status curl_code pause
  for attempt in 1 2 3 4 5; do
    curl_code=0
    # The file is streamed; the key comes through a pipe, so that nobody finds it in the list of processes.
    status=$(curl --silent --show-error --connect-timeout 15 --speed-limit 1 --speed-time "$stalled" \
      --request POST --upload-file "$3" --header "Content-Type: $2" \
      --header @<(printf 'Authorization: Bearer %s\n' "$key") \
      --dump-header "$folder/headers" --output "$4" --write-out '%{http_code}' "$url$1") || curl_code=$?
    pause=
    if [ "$curl_code" = 7 ]; then
      pause=$((2 ** (attempt - 1)))
    elif [ "$curl_code" = 0 ] && [ "$status" = 503 ]; then
      pause=$(sed -n 's/^retry-after: *\([0-9]*\).*/\1/Ip' "$folder/headers")
    fi
    if [ -z "$pause" ] || [ "$attempt" = 5 ]; then break; fi
    echo "The service takes nothing now; trying again in $pause s." >&2
    sleep "$pause"
  done
  # Everything but 0 means that the answer is missing or only half there: curl has said why.
  if [ "$curl_code" != 0 ]; then return "$curl_code"; fi
  if [ "$status" != 200 ]; then
    case $(sed -n 's/^{"code":"\([a-z_]*\)".*/\1/p' "$4") in
      unauthenticated | *_token) echo "The key in PRORATA_KEY does not open the service." >&2 ;;
      validation_error | invalid_json) echo "What was sent cannot be used. Mend it and send it again." >&2 ;;
      '') echo "$status of a gateway: $(head -c 200 "$4")" >&2; return 1 ;;
    esac
    echo "$status $(cat "$4")" >&2
    return 1
  fi
}

folder=$(mktemp -d)
answer=${2:-$folder/answer}.part
trap 'rm -rf "$answer" "$folder"' EXIT
if [ $# = 2 ]; then
  send /v1/calculate/bulk text/csv "$1" "$answer"
  mv "$answer" "$2"
else
  send /v1/calculate application/json "$1" "$answer"
  cat "$answer"
fi

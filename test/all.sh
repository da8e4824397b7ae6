#!/usr/bin/env bash
# Runs all the tests, with everything they need: on Debian (as root) it installs redis-server, chromium, curl and openssl where they are
# missing, elsewhere it says what to install. Then the packages, the build, and vitest.
set -euo pipefail
cd "$(dirname "$0")/.."

missing=()
if [ -z "${TEST_REDIS_URL:-}" ] && ! command -v redis-server >/dev/null && ! docker info >/dev/null 2>&1; then
  missing+=(redis-server)
fi
command -v curl >/dev/null || missing+=(curl)
command -v openssl >/dev/null || missing+=(openssl)
if [ ${#missing[@]} -gt 0 ]; then
  if command -v apt-get >/dev/null && [ "$(id -u)" = 0 ]; then
    apt-get update -qq
    DEBIAN_FRONTEND=noninteractive apt-get install -y -qq "${missing[@]}" >/dev/null
  elif command -v brew >/dev/null; then
    echo "The tests need redis-server: run 'brew install redis' and start this again." >&2
    exit 1
  else
    echo "The tests need ${missing[*]}: install that (for Redis, TEST_REDIS_URL will do, too), and start this again." >&2
    exit 1
  fi
fi

# Without a browser the tests of the pages are skipped, and say so.
if [ -z "${CHROMIUM:-}" ] && [ ! -x /usr/bin/chromium ] && command -v apt-get >/dev/null && [ "$(id -u)" = 0 ]; then
  apt-get update -qq
  DEBIAN_FRONTEND=noninteractive apt-get install -y -qq chromium >/dev/null
fi

[ -d node_modules ] && [ node_modules/.package-lock.json -nt package-lock.json ] || npm ci --no-audit --no-fund
npm test -- "$@"

#!/usr/bin/env bash
# Runs all the tests, with everything they need: on Debian (as root) it installs redis-server, Chromium, curl and openssl where they are
# missing, elsewhere it says what to install. Then the packages, the build, and vitest.
set -euo pipefail
cd "$(dirname "$0")/.."

missing=()
for program in curl openssl redis-server; do
  command -v "$program" >/dev/null || missing+=("$program")
done
[ -x "${CHROMIUM:-/usr/bin/chromium-headless-shell}" ] || missing+=(chromium-headless-shell)
if [ ${#missing[@]} -gt 0 ]; then
  if command -v apt-get >/dev/null && [ "$(id -u)" = 0 ]; then
    apt-get update -qq
    DEBIAN_FRONTEND=noninteractive apt-get install -y -qq "${missing[@]}" >/dev/null
  else
    echo "Not installed: ${missing[*]}. On macOS: brew install redis, and set CHROMIUM to your Chromium or Chrome; without it the tests" >&2
    echo "of the pages are skipped. TEST_REDIS_URL or Docker will do for the tests that do not take Redis away." >&2
    case "${missing[*]}" in
      chromium-headless-shell) ;;
      redis-server | "redis-server chromium-headless-shell") [ -n "${TEST_REDIS_URL:-}" ] || docker info >/dev/null 2>&1 || exit 1 ;;
      *) exit 1 ;;
    esac
  fi
fi

[ -d node_modules ] && [ node_modules/.package-lock.json -nt package-lock.json ] || npm ci --no-audit --no-fund
npm test -- "$@"

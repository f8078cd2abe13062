#!/bin/sh
# Puts the packages of this folder into the cache of third-party sources, and prints their folder.
#
#   tests/mcp/install.sh          install what is missing
#   tests/mcp/install.sh --where  only print the folder; 1 when it is not there
#
# What is installed is what package-lock.json names, by checksum. The conformance runner needs Node 22; where the
# system's is older, the package `node` brings one.
set -eu

here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../.." && pwd)
cache=${HOB_CACHE:-$root/.cache}
case $cache in /*) ;; *) cache=$root/$cache ;; esac
folder=$cache/mcp-tests-$(cat "$here/package.json" "$here/package-lock.json" | sha256sum | cut -c1-12)

if [ -e "$folder/done" ]; then
    echo "$folder"
    exit 0
fi
[ "${1:-}" != --where ] || exit 1
command -v npm >/dev/null 2>&1 || { echo "mcp tests: npm is missing (tools/setup.sh mcp)" >&2; exit 1; }
echo "mcp tests: installing clients of the protocol from npm into $folder" >&2
mkdir -p "$folder"
cp "$here/package.json" "$here/package-lock.json" "$here/.npmrc" "$folder"
omit=
[ "$(node -p 'parseInt(process.versions.node)')" -lt 22 ] || omit=--omit=optional
# shellcheck disable=SC2086
(cd "$folder" && npm ci --no-progress --loglevel=error $omit >&2)
touch "$folder/done"
echo "$folder"

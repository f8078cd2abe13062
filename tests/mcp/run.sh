#!/bin/sh
# Runs one test of this folder: run.sh PROGRAM TEST.mjs [ARGUMENT...]. 77 (skipped) where Node or the packages are missing.
set -eu

here=$(cd "$(dirname "$0")" && pwd)
program=$1
test=$2
shift 2
command -v node >/dev/null 2>&1 || { echo "skipped: there is no node"; exit 77; }
folder=$(sh "$here/install.sh" --where) || { echo "skipped: run tools/setup.sh mcp"; exit 77; }
node=node
[ ! -x "$folder/node_modules/node/bin/node" ] || node=$folder/node_modules/node/bin/node
# Modules are looked for beside the test, so it runs from where they are.
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cp "$here"/*.mjs "$work"
ln -s "$folder/node_modules" "$work/node_modules"
HOB=$program "$node" "$work/$test" "$@"

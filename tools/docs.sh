#!/bin/sh
# Makes docs/reference/ from the tables of the program; with --check only tells what is not up to date.
#   sh tools/docs.sh [--check] [build/hob]
set -eu
cd "$(dirname "$0")/.."
check=
if [ "${1:-}" = --check ]; then
    check=1
    shift
fi
hob=${1:-build/hob}
out=docs/reference
[ -z "$check" ] || out=$(mktemp -d)
mkdir -p "$out"
for page in components commands script-api playtest-steps codes files; do
    "$hob" reference $page --quiet | sed '1{/^ok /d}' >"$out/$page.md"
done
[ -z "$check" ] && exit 0
status=0
diff -ru docs/reference "$out" >"$out.differences" 2>&1 || status=1
if [ $status -ne 0 ]; then
    head -20 "$out.differences"
    echo "docs/reference is not what the program says: run \`sh tools/docs.sh\`."
fi
rm -rf "$out" "$out.differences"
exit $status

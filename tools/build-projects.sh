#!/bin/sh
# Builds all templates or examples through commands, or with --check compares with what is there.
# Every folder of tools/templates/ or tools/examples/ with a build.sh is one. Usage:
# sh tools/build-projects.sh templates|examples [--check] [PROGRAM]
set -eu
cd "$(dirname "$0")/.."
kind=$1
shift
check=
if [ "${1:-}" = --check ]; then
    check=1
    shift
fi
HOB=${1:-$PWD/build/hob}
export HOB
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
for builder in "tools/$kind"/*/build.sh; do
    name=$(basename "$(dirname "$builder")")
    OUT="$work/$name" sh "$builder"
    # Journals hold times, and `hob new` writes the guides: a project to copy begins without both.
    rm -rf "$work/$name/.hob" "$work/$name.log"
    (cd "$work/$name" && rm -f AGENTS.md CLAUDE.md .luarc.json jsconfig.json)
done
if [ -n "$check" ]; then
    diff -r "$work" "$kind" && echo "$kind: what the commands build equals $kind/"
else
    rm -rf "$kind"
    mkdir "$kind"
    cp -R "$work/." "$kind/"
    chmod 755 "$kind"
    echo "$kind: written to $kind/"
fi

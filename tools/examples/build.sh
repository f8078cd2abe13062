#!/bin/sh
# Builds all examples into a folder through commands, or with --check compares with examples/.
# Every folder beside this script is an example. Usage: sh tools/examples/build.sh [--check] [PROGRAM]
set -eu
cd "$(dirname "$0")/../.."
check=
if [ "${1:-}" = --check ]; then
    check=1
    shift
fi
HOB=${1:-$PWD/build/hob}
export HOB
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
for builder in tools/examples/*/build.sh; do
    name=$(basename "$(dirname "$builder")")
    OUT="$work/$name" sh "$builder"
    # Journals hold times; an example begins without one.
    rm -rf "$work/$name/.hob" "$work/$name.log"
done
if [ -n "$check" ]; then
    diff -r "$work" examples && echo "examples: what the commands build equals examples/"
else
    rm -rf examples
    mkdir examples
    cp -R "$work/." examples/
    chmod 755 examples
    echo "examples: written to examples/"
fi

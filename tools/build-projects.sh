#!/bin/sh
# Builds all templates into a folder through commands, or with --check compares with templates/.
# Usage: sh tools/templates/build.sh [--check] [PROGRAM]
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
for template in platformer topdown arcade; do
    OUT="$work/$template" sh "tools/templates/$template/build.sh"
    # Journals hold times; a template begins without one.
    rm -rf "$work/$template/.hob"
done
if [ -n "$check" ]; then
    diff -r "$work" templates && echo "templates: what the commands build equals templates/"
else
    rm -rf templates
    mkdir templates
    cp -R "$work/." templates/
    chmod 755 templates
    echo "templates: written to templates/"
fi

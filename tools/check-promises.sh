#!/bin/sh
# Every `hob ...` that an error, a suggestion or a page for people names must be a command that the program knows.
#   sh tools/check-promises.sh [build/hob]
set -eu
cd "$(dirname "$0")/.."
hob=${1:-build/hob}
said=$(mktemp)
trap 'rm -f "$said"' EXIT
# In C texts a placeholder stands for a word; in pages the commands stand in backticks.
{
    grep -rhoE '`hob [a-z][^`"]*`' src --include='*.c'
    grep -rhoE 'hob_call_suggest\(call, "hob [^"\\]*' src --include='*.c' | sed 's/.*"hob/hob/'
    grep -hoE '`hob [a-z][^`]*`' README.md CONTRIBUTING.md docs/*.md docs/decisions/*.md
} | tr -d '`' | sed -E 's/%[^ ]*/x/g' | sort -u >"$said"
bad=0
while read -r line; do
    case $line in
    'hob exec x' | 'hob session ...') continue ;; # any command; a family
    esac
    # shellcheck disable=SC2086 # words are meant to be split
    set -- $line
    shift
    if ! "$hob" "$@" --help >/dev/null 2>&1; then
        echo "there is no command: $line"
        bad=$((bad + 1))
    fi
done <"$said"
echo "promises: $(wc -l <"$said") said, $bad that the program does not know"
[ "$bad" -eq 0 ]

#!/bin/sh
# Lays out all C files with clang-format 14, or with --check fails when one differs.
# Another version lays some things out differently, so it only counts where 14 is there (77: not checked).
set -eu
cd "$(dirname "$0")/.."
tool=$(command -v clang-format-14 || command -v clang-format) || { echo "format: clang-format is not installed" >&2; exit 77; }
files() { find src include tests bench fuzz third_party -name '*.[ch]' 2>/dev/null | LC_ALL=C sort; }
if [ "${1:-}" = --check ]; then
    "$tool" --version | grep -q 'version 14' || { echo "format: not checked, $("$tool" --version) is not 14" >&2; exit 77; }
    files | xargs -r "$tool" --dry-run --Werror
else
    files | xargs -r "$tool" -i
fi

#!/bin/sh
# `make test`: every check that must hold. Runs all legs even when one fails and ends with "N passed, N failed".
set -eu
cd "$(dirname "$0")/.."
jobs=$(nproc 2>/dev/null || echo 2)
log=$(mktemp)
trap 'rm -f "$log"' EXIT
passed=0 failed=0

# ccache finds what another clone of the project has compiled.
CCACHE_BASEDIR=$PWD CCACHE_NOHASHDIR=1
export CCACHE_BASEDIR CCACHE_NOHASHDIR

# ctest of one preset; its own counts are added to the total.
suite() { # preset folder
    echo "== tests, preset $1"
    if cmake --preset "$1" --log-level=WARNING && cmake --build "$2" -j "$jobs" >"$log" 2>&1; then
        ctest --preset "$1" -j "$jobs" 2>&1 | tee "$log" || true
        line=$(grep -E '^[0-9]+% tests passed, [0-9]+ tests? failed out of [0-9]+' "$log" || echo "0% tests passed, 1 tests failed out of 1")
        f=$(echo "$line" | sed -E 's/.*passed, ([0-9]+) .*/\1/')
        n=$(echo "$line" | sed -E 's/.*out of ([0-9]+).*/\1/')
        failed=$((failed + f)) passed=$((passed + n - f))
    else
        cat "$log"
        echo "preset $1 does not build"
        failed=$((failed + 1))
    fi
}

sh tools/setup.sh build screen test mcp
suite release build
suite asan build-asan

echo "== the same results everywhere"
bash tools/matrix.sh | tee "$log" || true
counts=$(tail -1 "$log" | sed -n -E 's/^([0-9]+) passed, ([0-9]+) failed.*/\1 \2/p')
[ -n "$counts" ] || counts="0 1"
passed=$((passed + ${counts% *})) failed=$((failed + ${counts#* }))

echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ] && [ "$passed" -gt 0 ]

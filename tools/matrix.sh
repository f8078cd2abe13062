#!/bin/bash
# `make matrix`: the same results from every compiler, optimisation, machine and surrounding.
#
#   tools/matrix.sh [--only LEG,LEG…] [--list]
#
# Each leg is a build of the headless program and of the probes (tests/probe/), or another surrounding for one of them.
# In each leg all probes run, and all cases tests/matrix/*.sh, which get the program in $HOB (a command, maybe of
# several words) and print what must be equal everywhere, such as the trace of a run. The first difference is shown.
# Legs whose compiler or emulator is missing are named and skipped. Ends with "N passed, N failed, N skipped".
set -uo pipefail
cd "$(dirname "$0")/.."
root=$PWD
work=$root/build-matrix
jobs=$(nproc 2>/dev/null || echo 2)
mkdir -p "$work"
passed=0 failed=0 skipped=0
only=

# leg  folder  compiler  flags
builds='
gcc-O0   gcc-O0   gcc   -O0
gcc-O3   gcc-O3   gcc   -O3
clang-O0 clang-O0 clang -O0
clang-O3 clang-O3 clang -O3
gcc-ubsan gcc-ubsan gcc -O1 -fsanitize=undefined -fno-sanitize-recover=all
arm64    arm64    aarch64-linux-gnu-gcc -O2
'
# leg  folder of the build  how the command is started
surroundings='
locale-and-zone gcc-O3 env LC_ALL=de_DE.UTF-8 TZ=Asia/Tokyo HOME=/nonexistent USER=x
empty-environment clang-O3 env -i
fixed-addresses gcc-O3 setarch -R
'

while [ $# -gt 0 ]; do
    case $1 in
    --only) only=,$2, && shift ;;
    --list) echo "$builds$surroundings wasm" | awk 'NF { print $1 }' && exit 0 ;;
    *) echo "usage: tools/matrix.sh [--only LEG,LEG…] [--list]" >&2 && exit 2 ;;
    esac
    shift
done
wanted() { [ -z "$only" ] || [[ $only == *,$1,* ]]; }
skip() { echo "matrix: $1 skipped: $2" && skipped=$((skipped + 1)); }

# ccache finds what another clone of the project has compiled.
export CCACHE_BASEDIR=$root CCACHE_NOHASHDIR=1

build() { # folder compiler flags...
    local folder=$1 compiler=$2
    shift 2
    # Other levels of optimisation have other false alarms, so warnings are errors only in the release build and in one
    # clang build, which compiles the tests as well.
    local extra=(-DHOB_TESTS=OFF -DHOB_WERROR=OFF) targets=(--target hob probes)
    case $folder in
    clang-O0) extra=(-DHOB_TESTS=ON -DHOB_WERROR=ON) targets=() ;;
    reference) extra=(-DHOB_TESTS=OFF -DHOB_WERROR=ON) ;;
    esac
    case $compiler in *-linux-gnu-gcc) extra+=(-DCMAKE_SYSTEM_NAME=Linux -DCMAKE_EXE_LINKER_FLAGS=-static) ;; esac
    cmake -S . -B "$work/$folder" -G Ninja --log-level=WARNING -DCMAKE_BUILD_TYPE=Release -DHOB_HEADLESS=ON \
        -DCMAKE_C_COMPILER="$compiler" -DCMAKE_C_FLAGS_RELEASE="$*" "${extra[@]}" >"$work/log" 2>&1 &&
        cmake --build "$work/$folder" ${targets[@]+"${targets[@]}"} -j "$jobs" >"$work/log" 2>&1 &&
        { [ -n "${targets[*]-}" ] || cmake --build "$work/$folder" --target probes -j "$jobs" >"$work/log" 2>&1; } || { grep -A12 -m3 'FAILED\|CMake Error' "$work/log" || tail -30 "$work/log"; rm -f "$work/$folder"/hob "$work/$folder"/probe/*; echo "matrix: $folder does not build"; return 1; }
}

# Runs everything of one leg into a file. $1 leg, $2 folder with the programs, then the words that start a program.
run() {
    local leg=$1 folder=$2 out=$work/$1.out probe case
    shift 2
    : >"$out"
    for probe in "$folder"/probe/probe_*; do
        case $probe in *.wasm | *.worker.js) continue ;; esac
        [ -f "$probe" ] || continue
        echo "== $(basename "$probe" .js)" >>"$out"
        (cd "$work" && "$@" "$probe") >>"$out" 2>&1 </dev/null || echo "ended with $?" >>"$out"
    done
    local program=$folder/hob
    [ -f "$program" ] || program=$folder/hob.js
    for case in "$root"/tests/matrix/*.sh; do
        [ -f "$case" ] || continue
        echo "== $(basename "$case")" >>"$out"
        HOB="$* $program" LEG=$leg sh "$case" >>"$out" 2>&1 </dev/null || echo "ended with $?" >>"$out"
    done
    if [ "$leg" = reference ]; then
        # The headless program needs no more than the C library.
        if readelf -d "$program" | grep NEEDED | grep -v '\[libc\.so\|\[libm\.so\|\[ld-linux'; then
            echo "matrix: the headless program links more than the C library"
            failed=$((failed + 1))
        fi
        grep -n '^ended with' "$out" && failed=$((failed + 1))
        return
    fi
    if cmp -s "$work/reference.out" "$out"; then
        echo "matrix: $leg equal ($(wc -l <"$out") lines)"
        passed=$((passed + 1))
    else
        echo "matrix: $leg DIFFERS from the release build; first lines:"
        diff "$work/reference.out" "$out" | cut -c1-300 | head -20
        failed=$((failed + 1))
    fi
}

# Every leg is compared with the release build of the headless program.
build reference gcc -O2 || { echo "0 passed, 1 failed" && exit 1; }
run reference "$work/reference" env
if wanted again; then run again "$work/reference" env; fi

while read -r leg folder compiler flags; do
    [ -n "$leg" ] && wanted "$leg" || continue
    command -v "$compiler" >/dev/null 2>&1 || { skip "$leg" "$compiler is not installed" && continue; }
    start=env
    if [ "$leg" = arm64 ]; then
        command -v qemu-aarch64-static >/dev/null 2>&1 || { skip "$leg" "qemu-user-static is not installed" && continue; }
        start=qemu-aarch64-static
    fi
    # shellcheck disable=SC2086
    if build "$folder" "$compiler" $flags; then run "$leg" "$work/$folder" $start; else failed=$((failed + 1)); fi
done <<<"$builds"

while read -r leg folder start; do
    [ -n "$leg" ] && wanted "$leg" || continue
    [ -x "$work/$folder/hob" ] || { skip "$leg" "there is no build $folder" && continue; }
    [ "$leg" != fixed-addresses ] || setarch -R true 2>/dev/null || { skip "$leg" "addresses cannot be fixed here" && continue; }
    # shellcheck disable=SC2086
    run "$leg" "$work/$folder" $start
done <<<"$surroundings"

if wanted wasm; then
    if ! command -v emcc >/dev/null 2>&1 || ! command -v node >/dev/null 2>&1; then
        skip wasm "emscripten or node is not installed (make wasm installs them)"
    elif sh tools/build-wasm.sh >"$work/log" 2>&1; then
        # shellcheck disable=SC2046
        run wasm "$root/build-wasm" $(sh tools/build-wasm.sh --node)
    else
        tail -30 "$work/log"
        failed=$((failed + 1))
    fi
fi

echo "$passed passed, $failed failed, $skipped skipped"
[ "$failed" -eq 0 ] && [ "$passed" -gt 0 ]

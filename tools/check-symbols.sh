#!/bin/sh
# What the compiled play floors and script machines ask of the C library.  tools/check-symbols.sh BUILD_FOLDER
#
# The simulation is a function of its inputs: the play floors may use only what is listed here, so no clock, file,
# environment, locale, random device, heap, unstable sort or inexact mathematics can come in by any way.
set -eu
build=$1
bad=0

undefined() { # archive -> what it leaves open
    nm "$1" 2>/dev/null | awk '$1 == "U" { sub(/@.*/, "", $2); print $2 }' | LC_ALL=C sort -u
}

play_floors="world physics nav text ui components script"
# Memory and text; formatting; leaving a guard; exact mathematics; what compilers add.
allowed='^(memcpy|memmove|memset|memcmp|memchr|strlen|strcmp|strncmp|strchr|strrchr|strspn|strcspn|strstr)$
^(snprintf|vsnprintf)$
^(setjmp|_setjmp|longjmp|__longjmp_chk)$
^(sqrt|floor|ceil|trunc|fabs|fmod|frexp|ldexp|copysign)f?$
^(__stack_chk_fail|_GLOBAL_OFFSET_TABLE_|__(memcpy|memmove|memset|snprintf|vsnprintf)_chk|__isnan|__isinf|__finite)$
^(hob_|lua_|luaL_|luaopen_|JS_|__JS_|js_(mallocz?|realloc|free|free_rt)$|yyjson_|unsafe_yyjson_)'
# Of Hob itself: files and the C heap are handed in, never fetched.
handed_in='^(hob_(fs_disk|heap_allocator|random_device)|yyjson_.*(file|fp)$)'

for floor in $play_floors; do
    archive=$build/libhob_$floor.a
    [ -f "$archive" ] || continue
    for symbol in $(undefined "$archive"); do
        if ! echo "$symbol" | grep -qE "$allowed" || echo "$symbol" | grep -qE "$handed_in"; then
            echo "src/$floor uses $symbol"
            bad=$((bad + 1))
        fi
    done
done

# The script machines may format and parse with the C library, but see nothing of the machine.
refused='^(sin|cos|tan|asin|acos|atan|atan2|exp|exp2|expm1|log|log2|log10|log1p|pow|cbrt|sinh|cosh|tanh|asinh|acosh|atanh|hypot|fma)f?l?$
^(time|clock|gettimeofday|clock_gettime|localtime|localtime_r|gmtime|mktime|setlocale|localeconv|strcoll|getenv|rand|random|getrandom)$'
for machine in lua quickjs; do
    archive=$build/libhob_$machine.a
    [ -f "$archive" ] || { echo "$archive is missing"; bad=$((bad + 1)); continue; }
    for symbol in $(undefined "$archive" | grep -E "$refused" || true); do
        echo "$machine uses $symbol"
        bad=$((bad + 1))
    done
done

[ "$bad" -eq 0 ] || { echo "symbols: $bad findings"; exit 1; }
echo "symbols: nothing found"

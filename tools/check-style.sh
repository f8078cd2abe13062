#!/bin/sh
# What the compiler cannot check about how Hob is written. Prints each finding as file:line and fails when there is one.
#
#   - a folder of src/ includes only its own floor and floors below it
#   - functions that are banned everywhere, and the heap outside base/
#   - of the C library's mathematics only what is exact everywhere: the rest is base/dmath.h
#   - no source file longer than 700 lines
#   - nothing that belongs to one machine or one registry
set -eu
cd "$(dirname "$0")/.."

floors="base schema project import world physics nav text ui components script session command render audio app"
found=$(mktemp)
trap 'rm -f "$found"' EXIT

files() { # folder... -> C files, without generated ones
    find "$@" -name '*.[ch]' 2>/dev/null | LC_ALL=C sort
}

# Code without comments and without the contents of texts, line numbers kept.
code_of='
function clean(line,    out, c, two) {
    out = ""
    while (line != "") {
        two = substr(line, 1, 2); c = substr(line, 1, 1)
        if (in_comment) {
            if (two == "*/") { in_comment = 0; line = substr(line, 3) } else line = substr(line, 2)
        } else if (two == "/*") { in_comment = 1; line = substr(line, 3)
        } else if (two == "//") { return out
        } else if (c == "\"" || c == "\x27") {
            quote = c; line = substr(line, 2)
            while (line != "" && substr(line, 1, 1) != quote)
                line = substr(line, substr(line, 1, 1) == "\\" ? 3 : 2)
            line = substr(line, 2); out = out quote quote
        } else { out = out c; line = substr(line, 2) }
    }
    return out
}
FNR == 1 { in_comment = 0 }
'

# Floors.
files src | xargs -r awk -v floors="$floors" '
    BEGIN { n = split(floors, f, " "); for (i = 1; i <= n; i++) rank[f[i]] = i }
    FNR == 1 { split(FILENAME, path, "/"); own = path[2]; if (!(own in rank)) print FILENAME ":1: src/" own " is no floor" }
    /^[ \t]*#[ \t]*include[ \t]+"/ {
        name = $0; sub(/^[^"]*"/, "", name); sub(/".*/, "", name); split(name, part, "/")
        if (!(part[1] in rank)) print FILENAME ":" FNR ": \"" name "\" is not written floor/file.h"
        else if (rank[part[1]] > rank[own]) print FILENAME ":" FNR ": " own " includes \"" name "\" from a higher floor"
    }' >>"$found"

# Banned functions.
files src include | xargs -r awk "$code_of"'
    BEGIN {
        everywhere = "strcpy|strcat|strncpy|strncat|sprintf|vsprintf|gets|atoi|atol|atoll|atof|strtok|localtime|gmtime|ctime|asctime|setlocale|alloca|rand|srand|system|tmpnam|mktemp|signal"
        inexact = "sin|cos|tan|asin|acos|atan|atan2|exp|exp2|expm1|log|log2|log10|log1p|pow|cbrt|sinh|cosh|tanh|asinh|acosh|atanh|hypot|fma|tgamma|lgamma|erf"
        heap = "malloc|calloc|realloc|free|strdup|strndup|asprintf"
    }
    {
        line = clean($0)
        padded = " " line
        if (match(padded, "[^A-Za-z0-9_.>](" everywhere ")[ ]*\\("))
            print FILENAME ":" FNR ": banned function: " $0
        if (FILENAME !~ /^src\/base\// && match(padded, "[^A-Za-z0-9_.>](" heap ")[ ]*\\("))
            print FILENAME ":" FNR ": the heap belongs to base/: " $0
        if (match(padded, "[^A-Za-z0-9_.>](" inexact ")f?[ ]*\\("))
            print FILENAME ":" FNR ": not the same on every machine, use base/dmath.h: " $0
    }' >>"$found"

# Length.
for file in $(files src include tests bench fuzz); do
    lines=$(wc -l <"$file")
    [ "$lines" -le 700 ] || echo "$file:$lines: $lines lines, 700 is the limit" >>"$found"
done

# Places that only exist on one machine. (The brackets keep this file from finding itself.)
git ls-files 2>/dev/null | grep -v '^fuzz/corpus/' |
    xargs -r grep -nIE '/wor[k]/|/hom[e]/[a-z]|deb\.debia[n]|registry\.npmj[s]|snapshot\.debia[n]' \
    >>"$found" 2>/dev/null || true

if [ -s "$found" ]; then
    cat "$found"
    echo "style: $(wc -l <"$found") findings"
    exit 1
fi
echo "style: nothing found"

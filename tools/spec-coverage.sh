#!/bin/sh
# `make spec-coverage`: runs the unit tests and tells which lines of the specification's checklists have a test that passed.
# Ids come from the runner's results: a test covers each id that its name begins with (`col03_col04_masks__...`: COL-03, COL-04).
# Lists: tests/spec-ids.txt (section, id) and tests/spec-reasons.txt (id, why it has no test). Fails for a failed test with
# an id, an id without test and reason, a reason that is no longer needed, and an id that no list knows.
set -eu
cd "$(dirname "$0")/.."
folder=${1:-build}
log=$(mktemp)
trap 'rm -f "$log"' EXIT

ctest --test-dir "$folder" -V -R '^test_' -j "$(nproc 2>/dev/null || echo 2)" >"$log" 2>&1 || true
awk -v verbose="${VERBOSE:-}" '
    # ids at the head of a test name: letters, two digits, "_"
    function heads(name, into,    n, id) {
        n = 0
        while (match(name, /^[a-z]+[0-9][0-9]_/)) {
            id = toupper(substr(name, 1, RLENGTH - 1)); name = substr(name, RLENGTH + 1)
            match(id, /[0-9]/); into[++n] = substr(id, 1, RSTART - 1) "-" substr(id, RSTART)
        }
        return n
    }
    function family(id) { sub(/-.*/, "-*", id); return id } # a reason may stand for all of a kind: BRG-*
    FILENAME ~ /spec-ids/ { split($0, part, "\t"); section[part[2]] = part[1]; order[++ids] = part[2]; known[family(part[2])]; next }
    FILENAME ~ /spec-reasons/ { if ($0 !~ /^(#|$)/) { r = $0; sub(/^[^ ]+ +/, "", r); reason[$1] = r } next }
    /\[       OK \] /  { n = heads($NF, got); for (i = 1; i <= n; i++) ok[got[i]]++ }
    /\[  FAILED  \] /  { n = heads($NF, got); for (i = 1; i <= n; i++) bad[got[i]] = $NF }
    END {
        for (i = 1; i <= ids; i++) {
            id = order[i]; s = section[id]
            if (!(s in total)) sections[++count] = s
            total[s]++; all++
            if (id in bad) { faults = faults "  " id " failed in " bad[id] "\n"; failing++ }
            else if (id in ok) { covered[s]++; good++ }
            else if ((id in reason) || (family(id) in reason)) { reasons++; without[s] = without[s] "    " id " " (id in reason ? reason[id] : reason[family(id)]) "\n" }
            else { faults = faults "  " id " (" s ") has neither a test nor a reason\n"; failing++ }
            if ((id in ok) && (id in reason)) { faults = faults "  " id " has a test: take its line out of tests/spec-reasons.txt\n"; failing++ }
        }
        for (id in ok) if (!(id in section) && (family(id) in known)) { faults = faults "  " id " stands in a test name, but in no checklist\n"; failing++ }
        for (id in reason) if (!(id in section) && !(id in known)) { faults = faults "  " id " stands in tests/spec-reasons.txt, but in no checklist\n"; failing++ }
        for (i = 1; i <= count; i++) { s = sections[i]; printf "%-50s %3d of %3d\n%s", s, covered[s], total[s], without[s] }
        if (failing) printf "faults:\n%s", faults
        printf "spec coverage: %d of %d lines have a test that passes, %d stand with a reason, %d faults\n", good, all, reasons, failing
        exit (failing > 0)
    }' tests/spec-ids.txt tests/spec-reasons.txt "$log"

# Shared by the template builders: every change of a template is a command of the program.
# HOB: the program. OUT: the project folder. HERE: the folder with the builder's scripts.

die() {
    printf 'templates: %s\n' "$*" >&2
    exit 1
}

# run COMMAND JSON: runs a registry command with parameters.
run() {
    printf '%s' "$2" | "$HOB" --json -q -p "$OUT" exec "$1" --params - >"$OUT.log" 2>&1 || {
        cat "$OUT.log" >&2
        die "$1 failed: $2"
    }
}

# text FILE: its content as a JSON string.
text() {
    awk 'BEGIN { printf "\"" }
         { gsub(/\\/, "\\\\"); gsub(/"/, "\\\""); gsub(/\t/, "\\t"); printf "%s\\n", $0 }
         END { printf "\"" }' "$1"
}

# scripts LANGUAGE: creates every script of the builder's folder.
scripts() {
    for file in "$HERE"/scripts/*."$1"; do
        name=$(basename "$file" ".$1")
        run createScript "{\"name\": \"$name\", \"language\": \"$1\", \"source\": $(text "$file")}"
    done
}

# entity SCENE NAME X Y COMPONENTS [TAGS]
entity() {
    run createEntity "{\"scene\": \"$1\", \"name\": \"$2\", \"position\": {\"x\": $3, \"y\": $4}, \"components\": {$5}, \"tags\": [${6:-}]}"
}

# place PREFAB SCENE NAME X Y
place() {
    run instantiatePrefab "{\"prefab\": \"$1\", \"scene\": \"$2\", \"name\": \"$3\", \"position\": {\"x\": $4, \"y\": $5}}"
}

# asset NAME: the id of an asset.
asset() {
    awk -v want="\"name\": \"$1\"," '
        /"id":/ { split($0, part, "\""); id = part[4] }
        index($0, want) { print id; exit }' "$OUT/assets.json"
}

# playtest NAME SCENE MAXFRAMES STEPS
playtest() {
    run createPlaytest "{\"name\": \"$1\", \"scene\": \"$2\", \"maxFrames\": $3, \"steps\": [$4]}"
}

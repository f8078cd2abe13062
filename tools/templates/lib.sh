# Shared by the builders of templates and examples: every change of a project is a command of the program.
# HOB: the program. OUT: the project folder. HERE: the folder with the builder's scripts.

die() {
    printf 'building: %s\n' "$*" >&2
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

# scripts LANGUAGE: creates every script of the project. They are written by hand where they end up, in templates/ or examples/.
scripts() {
    for file in "$HERE/../../../$(basename "$(dirname "$HERE")")/$(basename "$HERE")"/scripts/*."$1"; do
        name=$(basename "$file" ".$1")
        run createScript "{\"name\": \"$name\", \"language\": \"$1\", \"source\": $(text "$file")}"
    done
}

# pieces: copies the project's UI pieces, which are plain files, from where they are written.
pieces() {
    mkdir -p "$OUT/ui"
    cp "$HERE/../../../$(basename "$(dirname "$HERE")")/$(basename "$HERE")"/ui/*.html "$OUT/ui/"
}

# entity SCENE NAME X Y COMPONENTS [TAGS]
entity() {
    run createEntity "{\"scene\": \"$1\", \"name\": \"$2\", \"position\": {\"x\": $3, \"y\": $4}, \"components\": {$5}, \"tags\": [${6:-}]}"
}

# label SCENE NAME TEXT Y SIZE COLOR: a line of text on the screen.
label() {
    entity "$1" "$2" 0 0 "\"UIElement\": {\"anchor\": \"center\", \"offset\": {\"x\": 0, \"y\": $4}},
      \"Text\": {\"content\": \"$3\", \"fontSize\": $5, \"align\": \"center\", \"color\": \"$6\"}"
}

# button SCENE NAME TEXT NEXT RESTART SCRIPT: leads to another scene.
button() {
    entity "$1" "$2" 0 0 "\"UIElement\": {\"anchor\": \"center\", \"offset\": {\"x\": 0, \"y\": 60}, \"interactive\": true, \"focusable\": true},
      \"SpriteRenderer\": {\"width\": 180, \"height\": 36, \"color\": \"#29adff\"},
      \"Text\": {\"content\": \"$3\", \"fontSize\": 16, \"align\": \"center\", \"layer\": 11},
      \"Script\": {\"scriptPath\": \"scripts/$6\", \"params\": {\"next\": \"$4\", \"restart\": $5}}"
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

# Shared by the builders of the examples, on top of what templates and examples share.
. "$HERE/../../templates/lib.sh"

# example TITLE QUESTION: a new project with the scene Main, 640 x 480, seen from above. NAME is its folder.
example() {
    NAME=$(basename "$HERE")
    "$HOB" -q new "$OUT" --template empty --name "$1" --id "prj_$(echo "$NAME" | tr -d _)" >/dev/null || die "new failed"
    run updateSettings "{\"description\": \"$2\", \"settings\": {\"width\": 640, \"height\": 480, \"title\": \"$1\",
      \"backgroundColor\": \"#1d2b53\", \"gravity\": {\"x\": 0, \"y\": 0}}}"
    run setProperties '{"scene": "Main", "entity": "Main Camera", "properties": {"Camera.backgroundColor": "#1d2b53",
      "Transform.position.x": 320, "Transform.position.y": 240}}'
}

# caption SCENE TITLE HELP: strips with the name of the example at the top of the screen, and at the bottom what to press.
caption() {
    entity "$1" Title 0 0 "\"UIElement\": {\"anchor\": \"top\", \"offset\": {\"x\": 0, \"y\": 28}},
      \"SpriteRenderer\": {\"width\": 640, \"height\": 56, \"color\": \"#1d2b53\", \"layer\": 9},
      \"Text\": {\"content\": \"$2\", \"fontSize\": 24, \"align\": \"center\", \"color\": \"#ffec27\"}"
    entity "$1" Help 0 0 "\"UIElement\": {\"anchor\": \"bottom\", \"offset\": {\"x\": 0, \"y\": -24}},
      \"SpriteRenderer\": {\"width\": 640, \"height\": 48, \"color\": \"#1d2b53\", \"layer\": 9},
      \"Text\": {\"content\": \"$3\", \"fontSize\": 14, \"align\": \"center\", \"color\": \"#c2c3c7\"}"
}

# Steps of play-tests.
hold() { printf '{"type": "press", "action": "%s", "frames": %s}' "$1" "$2"; }
pause() { printf '{"type": "wait", "frames": %s}' "$1"; }
# walk X Y FRAMES: the axes point there for some frames, then stand in the middle for one.
walk() {
    printf '{"type": "setAxis", "axis": "moveX", "value": %s, "frames": 0}, {"type": "setAxis", "axis": "moveY", "value": %s, "frames": %s},' "$1" "$2" "$3"
    printf '{"type": "setAxis", "axis": "moveX", "value": 0, "frames": 0}, {"type": "setAxis", "axis": "moveY", "value": 0, "frames": 1}'
}
# near ENTITY X Y TOLERANCE
near() { printf '{"type": "assertPositionNear", "entity": "%s", "x": %s, "y": %s, "tolerance": %s}' "$1" "$2" "$3" "$4"; }
# is ENTITY PROPERTY JSON
is() { printf '{"type": "assertProperty", "entity": "%s", "property": "%s", "equals": %s}' "$1" "$2" "$3"; }
CLEAN='{"type": "assertNoErrors"}'

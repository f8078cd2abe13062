#!/bin/sh
# Builds the example "collision". Usage: HOB=program OUT=folder sh build.sh
set -eu
HERE=$(cd "$(dirname "$0")" && pwd)
. "$HERE/../lib.sh"

example "Collision" "Who meets whom, and when does it begin and end? Colliders on two layers; hit and separated light a lamp and count crates."
run updateSettings '{"gameState": {"touching": {"type": "number", "initial": 0}, "crates": {"type": "number", "initial": 0}}}'
run createSpriteAsset '{"name": "hero", "shape": "character", "color": "#ffa300", "width": 32, "height": 32}'
run createSpriteAsset '{"name": "lamp", "shape": "circle", "color": "#ffffff", "width": 64, "height": 64}'
run createSpriteAsset '{"name": "ghost", "shape": "enemy", "color": "#ffffff", "width": 32, "height": 32}'
scripts lua
caption Main "COLLISION" "lamps are lit while touched, crates count once; the ghost meets nobody"

entity Main Hero 320 240 '"SpriteRenderer": {"assetId": "'"$(asset hero)"'", "width": 32, "height": 32, "layer": 5},
  "Collider": {"kind": "sensor", "shape": "circle", "radius": 16, "layer": "hero", "collidesWith": ["lamp", "crate"]},
  "CharacterBody": {"speed": 150}, "PlayerController": {}'
# lamp NAME X Y
lamp() {
    entity Main "$1" "$2" "$3" "\"SpriteRenderer\": {\"assetId\": \"$(asset lamp)\", \"width\": 64, \"height\": 64, \"color\": \"#7e2553\"},
      \"Collider\": {\"kind\": \"sensor\", \"shape\": \"circle\", \"radius\": 32, \"layer\": \"lamp\", \"collidesWith\": [\"hero\"]},
      \"Script\": {\"scriptPath\": \"scripts/lamp.lua\"}"
}
# crate NAME X Y
crate() {
    entity Main "$1" "$2" "$3" "\"SpriteRenderer\": {\"width\": 40, \"height\": 40, \"color\": \"#ab5236\"},
      \"Collider\": {\"kind\": \"sensor\", \"width\": 40, \"height\": 40, \"layer\": \"crate\", \"collidesWith\": [\"hero\"]},
      \"Script\": {\"scriptPath\": \"scripts/crate.lua\"}"
}
lamp "Lamp" 440 240
lamp "Lamp 2" 480 280
crate "Crate" 200 240
crate "Crate 2" 140 320
crate "Crate 3" 500 130
# Its layer is in nobody's list: it flies over the lamps and they stay dark.
entity Main World 0 0 '"World": {"width": 640, "height": 480}'
entity Main Ghost 360 240 '"SpriteRenderer": {"assetId": "'"$(asset ghost)"'", "width": 32, "height": 32, "opacity": 0.6, "layer": 4},
  "Collider": {"kind": "sensor", "shape": "circle", "radius": 16, "layer": "ghost", "collidesWith": ["lamp", "crate", "hero"]},
  "Velocity": {"velocity": {"x": 90, "y": 0}}, "ScreenWrap": {"margin": 20}'
entity Main Touching 0 0 '"UIElement": {"anchor": "top-left", "offset": {"x": 16, "y": 28}},
  "Text": {"content": "", "fontSize": 14, "binding": {"key": "touching", "format": "lamps touched now: {value}"}}'
entity Main Crates 0 0 '"UIElement": {"anchor": "top-right", "offset": {"x": -16, "y": 28}},
  "Text": {"content": "", "fontSize": 14, "align": "right", "binding": {"key": "crates", "format": "crates found: {value}"}}'

says() { is "$1" Text.content "\"$2\""; }
playtest "a lamp is lit while it is touched" Main 200 "$(walk 1 0 26), $(says Touching "lamps touched now: 0"),
  $(walk 1 0 6), $(says Touching "lamps touched now: 1"), $(is Lamp SpriteRenderer.color '"#ffec27"'),
  $(walk 1 0 22), $(says Touching "lamps touched now: 2"),
  $(walk -1 0 60), $(says Touching "lamps touched now: 0"), $(is Lamp SpriteRenderer.color '"#7e2553"'), $CLEAN"
playtest "a crate counts once" Main 300 "$(walk -1 0 40), $(says Crates "crates found: 1"),
  $(walk 1 0 30), $(walk -1 0 30), $(says Crates "crates found: 1"), $CLEAN"
playtest "the ghost lights nothing" Main 100 "$(pause 53), $(near Ghost 440 240 1),
  $(says Touching "lamps touched now: 0"), $(is Lamp SpriteRenderer.color '"#7e2553"'), $CLEAN"
rm -f "$OUT.log"

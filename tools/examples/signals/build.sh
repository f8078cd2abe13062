#!/bin/sh
# Builds the example "signals". Usage: HOB=program OUT=folder sh build.sh
set -eu
HERE=$(cd "$(dirname "$0")" && pwd)
. "$HERE/../lib.sh"

example "Signals" "How do two things hear of a third that knows neither? Wires lead the signals of a pressure plate to a door; a lamp connects in its script, and disconnects."
run createSpriteAsset '{"name": "hero", "shape": "character", "color": "#ffa300", "width": 28, "height": 32}'
run createSpriteAsset '{"name": "bulb", "shape": "circle", "color": "#ffffff", "width": 48, "height": 48}'
scripts js
caption Main "SIGNALS" "walk onto the plate    E: cut or join the lamp's connection"
entity Main Floor 320 240 '"SpriteRenderer": {"width": 576, "height": 340, "color": "#3a4a7a", "layer": -20}'
entity Main Plate 240 300 '"SpriteRenderer": {"width": 64, "height": 40, "color": "#c2c3c7", "layer": -5},
  "Collider": {"kind": "sensor", "width": 64, "height": 40, "layer": "plate", "collidesWith": ["hero"]}'
entity Main Hero 120 300 '"SpriteRenderer": {"assetId": "'"$(asset hero)"'", "width": 28, "height": 32},
  "Collider": {"kind": "solid", "width": 24, "height": 28, "layer": "hero"},
  "CharacterBody": {"speed": 120, "blockedBy": ["door"]}, "PlayerController": {}'
entity Main "Wall above" 420 140 '"SpriteRenderer": {"width": 24, "height": 140, "color": "#5f574f"}, "Collider": {"width": 24, "height": 140, "layer": "door"}'
entity Main "Wall below" 420 375 '"SpriteRenderer": {"width": 24, "height": 70, "color": "#5f574f"}, "Collider": {"width": 24, "height": 70, "layer": "door"}'
entity Main Door 420 275 '"SpriteRenderer": {"width": 24, "height": 130, "color": "#ab5236"},
  "Collider": {"width": 24, "height": 130, "layer": "door"},
  "Script": {"scriptPath": "scripts/door.js"}'
run setEntityWires '{"scene": "Main", "entity": "Plate", "wires": [{"signal": "Collider.hit", "target": "Door", "call": "open"},
  {"signal": "Collider.separated", "target": "Door", "call": "shut"}]}'
entity Main Lamp 240 140 '"SpriteRenderer": {"assetId": "'"$(asset bulb)"'", "width": 48, "height": 48, "color": "#5f574f"},
  "Script": {"scriptPath": "scripts/lamp.js", "params": {"plate": "Plate"}}'
entity Main State 240 184 '"Text": {"content": "connected", "fontSize": 14, "align": "center", "color": "#c2c3c7"}'

DARK=$(is Lamp SpriteRenderer.color '"#5f574f"')
LIT=$(is Lamp SpriteRenderer.color '"#ffec27"')
OPEN=$(is Door SpriteRenderer.visible false)
SHUT=$(is Door SpriteRenderer.visible true)
playtest "door and lamp hear the plate" Main 200 "$(pause 1), $DARK, $SHUT, $(walk 1 0 45), $LIT, $OPEN, $(walk -1 0 45), $DARK, $SHUT, $CLEAN"
playtest "a cut lamp stays dark, the door opens" Main 300 "$(hold action 1), $(is State Text.content '"cut"'), $(walk 1 0 45), $DARK, $OPEN,
  $(walk -1 0 45), $(hold action 1), $(is State Text.content '"connected"'), $(walk 1 0 45), $LIT, $OPEN, $CLEAN"
# The door's face is at x = 408.
playtest "the door is shut for who has left the plate" Main 400 "$(walk 1 0 200), $(near Hero 396 300 0.01), $SHUT, $CLEAN"
rm -f "$OUT.log"

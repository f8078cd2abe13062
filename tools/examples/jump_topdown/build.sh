#!/bin/sh
# Builds the example "jump_topdown". Usage: HOB=program OUT=folder sh build.sh
set -eu
HERE=$(cd "$(dirname "$0")" && pwd)
. "$HERE/../lib.sh"

example "Jump, seen from above" "What moves when a hero hops in a world seen from above? Only the picture: Hop lifts it, and feet, shadow and fences stay as they are."
run createSpriteAsset '{"name": "hero", "shape": "character", "color": "#ffa300", "width": 24, "height": 32}'
run createSpriteAsset '{"name": "shadow", "shape": "circle", "color": "#000000", "width": 24, "height": 24}'
caption Main "HOP" "arrow keys or WASD: walk    Space: hop    no hop leads over the fence"
entity Main Meadow 320 240 '"SpriteRenderer": {"width": 576, "height": 340, "color": "#008751", "layer": -20}'
# fence NAME X Y WIDTH HEIGHT
fence() {
    entity Main "$1" "$2" "$3" "\"SpriteRenderer\": {\"width\": $4, \"height\": $5, \"color\": \"#ab5236\", \"layer\": -1},
      \"Collider\": {\"width\": $4, \"height\": $5, \"layer\": \"fence\"}"
}
fence Fence 420 240 12 200
fence "Fence above" 496 146 140 12
fence "Fence below" 496 334 140 12
entity Main Hero 240 240 '"SpriteRenderer": {"assetId": "'"$(asset hero)"'", "width": 24, "height": 32},
  "Collider": {"shape": "feet", "width": 16, "height": 8, "layer": "hero", "kind": "none"},
  "Hop": {"peak": 40, "duration": 0.5},
  "CharacterBody": {"speed": 120, "blockedBy": ["fence"]}, "PlayerController": {}'
run createEntity '{"scene": "Main", "name": "Shadow", "parent": "Hero", "position": {"x": 0, "y": 16}, "components": {
  "SpriteRenderer": {"assetId": "'"$(asset shadow)"'", "width": 24, "height": 8, "opacity": 0.4, "layer": -2}}}'

# Half a second up and down; at the middle 40 px high, and the place is what it was.
playtest "the picture rises, the place stays" Main 100 "$(hold jump 1), $(pause 14), $(is Hero Hop.airborne true),
  {\"type\": \"assertProperty\", \"entity\": \"Hero\", \"property\": \"Transform.elevation\", \"greaterThan\": 39.5, \"lessThan\": 40.01},
  $(near Hero 240 240 0.01), $(is Shadow Transform.elevation 0), $(near Shadow 0 16 0.01),
  $(pause 20), $(is Hero Hop.airborne false), $(is Hero Transform.elevation 0), $CLEAN"
# The fence's face is at x = 414: in the air as on the ground the feet stop there.
playtest "the fence blocks a hop too" Main 200 "{\"type\": \"setAxis\", \"axis\": \"moveX\", \"value\": 1, \"frames\": 75}, $(hold jump 1), $(pause 14),
  $(is Hero Hop.airborne true), $(pause 40), $(near Hero 406 240 0.01), $CLEAN"
rm -f "$OUT.log"

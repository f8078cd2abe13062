#!/bin/sh
# Builds the example "collision_tiles". Usage: HOB=program OUT=folder sh build.sh
set -eu
HERE=$(cd "$(dirname "$0")" && pwd)
. "$HERE/../lib.sh"

example "Collision with tiles" "How does a body slide along walls, and what does it learn of what stops it? CharacterBody with a feet box, blocked by tiles and by spikes."
run updateSettings '{"gameState": {"lives": {"type": "number", "initial": 3}}}'
run createTileAsset '{"name": "wall", "color": "#5f574f", "size": 32}'
run createSpriteAsset '{"name": "hero", "shape": "character", "color": "#29adff", "width": 24, "height": 32}'
scripts js
caption Main "TILES" "arrow keys or WASD: walk along the walls; the spikes cost a life"
entity Main Floor 320 240 '"SpriteRenderer": {"width": 576, "height": 352, "color": "#3a4a7a", "layer": -20}'
entity Main Walls 32 64 '"Tilemap": {"tileSize": 32, "world": true, "tileAssets": {"#": "'"$(asset wall)"'"}, "grid": [
  "##################",
  "#................#",
  "#.......#........#",
  "#.......#........#",
  "#...##..#...###..#",
  "#...........#....#",
  "#...........#....#",
  "#..###......#....#",
  "#................#",
  "#................#",
  "##################"]}'
entity Main Hero 160 160 '"SpriteRenderer": {"assetId": "'"$(asset hero)"'", "width": 24, "height": 32},
  "Collider": {"shape": "feet", "width": 12, "height": 6, "kind": "none", "layer": "hero"},
  "CharacterBody": {"speed": 120, "blockedBy": ["tiles", "spike"]}, "PlayerController": {},
  "Health": {"max": 3, "current": 3, "startFull": true, "state": "lives"}, "Respawn": {},
  "Script": {"scriptPath": "scripts/hero.js"}' '"hero"'
entity Main Spike 80 160 '"SpriteRenderer": {"shape": "triangle", "width": 28, "height": 28, "color": "#ff004d"},
  "Collider": {"width": 24, "height": 24, "layer": "spike"}' '"spike"'
entity Main "Spike 2" 224 336 '"SpriteRenderer": {"shape": "triangle", "width": 28, "height": 28, "color": "#ff004d"},
  "Collider": {"width": 24, "height": 24, "layer": "spike"}' '"spike"'
entity Main Lives 0 0 '"UIElement": {"anchor": "top-right", "offset": {"x": -32, "y": 28}},
  "Text": {"content": "", "fontSize": 16, "align": "right", "binding": {"key": "lives", "format": "lives {value}"}}'

# The feet, 12 px wide, stop at the wall (its face is at x = 288), and the hero goes on along it: 120 px/s for 30 frames down.
playtest "the feet slide along a wall" Main 200 "$(walk 1 0 90), $(near Hero 282 160 0.01), $(is Hero CharacterBody.blocked true),
  $(walk 1 -1 15), $(near Hero 282 130 0.01), $CLEAN"
playtest "only the feet are stopped" Main 200 "$(walk 0 -1 60), $(near Hero 160 86 0.01), $CLEAN"
# The spike's face is at x = 92: the feet reach it after 62 px.
playtest "a spike costs a life and leads back" Main 300 "$(walk -1 0 30), $(near Hero 100 160 0.01), $(is Lives Text.content '"lives 3"'),
  $(walk -1 0 2), $(is Lives Text.content '"lives 2"'), $(near Hero 160 160 2.01), $CLEAN"
playtest "a new game after the last life" Main 400 "$(walk -1 0 32), $(walk -1 0 32), $(is Lives Text.content '"lives 1"'),
  $(walk -1 0 32), $(is Lives Text.content '"lives 3"'), $CLEAN"
playtest "a wall costs nothing" Main 200 "$(walk 1 0 70), $(is Hero CharacterBody.blocked true), $(is Lives Text.content '"lives 3"'), $CLEAN"
rm -f "$OUT.log"

#!/bin/sh
# Builds the example "pathfinding". Usage: HOB=program OUT=folder sh build.sh
set -eu
HERE=$(cd "$(dirname "$0")" && pwd)
. "$HERE/../lib.sh"

example "Pathfinding" "How does a walker find its way to a place, and what if there is none? Navigator and ctx.nav.goTo, with the cells and the smoothed path drawn."
run createTileAsset '{"name": "wall", "color": "#5f574f", "size": 32}'
run createSpriteAsset '{"name": "hero", "shape": "character", "color": "#ffa300", "width": 24, "height": 32}'
scripts lua
run setProperties '{"scene": "Main", "entity": "Main Camera", "properties": {"Camera.bound": "world"}}'
entity Main Map 0 0 '"Tilemap": {"tileSize": 32, "world": true, "tileAssets": {"#": "'"$(asset wall)"'"}, "grid": [
  "##############################",
  "#............................#",
  "#............................#",
  "#.....#..........####........#",
  "#.....#..........#..#........#",
  "#.....#....#.....#..#........#",
  "#.....#....#.....####........#",
  "#.....######.................#",
  "#....................#########",
  "#....................#.......#",
  "#..........#.........#.......#",
  "#..........#.................#",
  "#..#########.........#.......#",
  "#..........#.........#.......#",
  "#..........#.........#.......#",
  "#..........#.........#########",
  "#............................#",
  "#............................#",
  "#............................#",
  "##############################"]}'
entity Main Route 0 0 '"Drawing": {"layer": -1}, "Script": {"scriptPath": "scripts/route.lua", "params": {"hero": "Hero"}}'
entity Main Hero 112 144 '"SpriteRenderer": {"assetId": "'"$(asset hero)"'", "width": 24, "height": 32, "anchor": {"x": 0.5, "y": 0.9}},
  "Collider": {"width": 12, "height": 6, "kind": "none"},
  "Navigator": {"speed": 90, "blockedBy": ["tiles"]}'
entity Main Cursor 240 144 '"SpriteRenderer": {"width": 30, "height": 30, "color": "#ffec27", "opacity": 0.5, "layer": 2},
  "CameraFollow": {}, "Script": {"scriptPath": "scripts/cursor.lua", "params": {"map": "Map", "hero": "Hero", "report": "Report", "repeat": 0.12}}'
entity Main Report 0 0 '"UIElement": {"anchor": "bottom", "offset": {"x": 0, "y": -64}},
  "SpriteRenderer": {"width": 220, "height": 28, "color": "#1d2b53", "opacity": 0.9, "layer": 9},
  "Text": {"content": "choose a cell", "fontSize": 16, "align": "center", "layer": 100}'
caption Main "PATHFINDING" "arrow keys or WASD: choose a cell    E: send the hero there"

# step X Y TIMES: the cursor moves by cells, one a press.
step() {
    out=
    for _ in $(seq "$3"); do
        out="$out$(walk "$1" "$2" 1), "
    done
    printf '%s%s' "$out" "$(pause 1)"
}
said() { is Report Text.content "\"$1\""; }
playtest "the cursor moves by cells and repeats" Main 200 "$(step 1 0 2), $(near Cursor 304 144 0.01), $(step 0 1 1), $(near Cursor 304 176 0.01),
  $(walk -1 0 20), $(near Cursor 208 176 0.01), $CLEAN"
# From the left of a wall to its right: over its upper end, which is at y = 96.
playtest "the hero walks round a wall" Main 900 "$(hold action 1), $(pause 1), $(said "on the way"),
  {\"type\": \"assertProperty\", \"entity\": \"Hero\", \"property\": \"Navigator.finished\", \"equals\": false},
  $(pause 75), {\"type\": \"assertProperty\", \"entity\": \"Hero\", \"property\": \"Transform.position.y\", \"lessThan\": 97},
  $(pause 165), $(near Hero 240 144 0.5), $(is Hero Navigator.finished true), $(said "there"), $CLEAN"
playtest "a place without a way is refused" Main 300 "$(step 1 0 11), $(near Cursor 592 144 0.01), $(hold action 1), $(pause 30),
  $(said "no way leads there"), $(near Hero 112 144 0.01), $CLEAN"
rm -f "$OUT.log"

#!/bin/sh
# Builds the example "scroll_map". Usage: HOB=program OUT=folder sh build.sh
set -eu
HERE=$(cd "$(dirname "$0")" && pwd)
. "$HERE/../lib.sh"

example "Scroll map" "How does the view travel over a map that is larger than the screen? CameraFollow on an invisible walker, a Tilemap that is the world, a camera bound to it."
for tile in "grass #008751" "path #d8b878" "water #29adff" "tree #00543a"; do
    run createTileAsset "{\"name\": \"${tile% *}\", \"color\": \"${tile#* }\", \"size\": 32}"
done
# 40 x 30 cells: a lake, two paths, and trees round the edge and here and there.
GRID=$(awk 'BEGIN {
    for (y = 0; y < 30; y++) {
        row = ""
        for (x = 0; x < 40; x++) {
            lake = (x - 28) * (x - 28) + 2 * (y - 19) * (y - 19)
            c = "g"
            if (x == 0 || y == 0 || x == 39 || y == 29 || (x * 7 + y * 13) % 23 == 0) c = "t"
            if (x > 1 && x < 38 && y == 7 || x == 12 && y > 1 && y < 28) c = "p"
            if (lake < 56) c = "w"
            row = row c
        }
        printf "%s\"%s\"", (y ? ", " : ""), row
    }
}')
run setProperties '{"scene": "Main", "entity": "Main Camera", "properties": {"Camera.bound": "world"}}'
entity Main Map 0 0 "\"Tilemap\": {\"tileSize\": 32, \"world\": true, \"solid\": false, \"tileAssets\": {\"g\": \"$(asset grass)\", \"p\": \"$(asset path)\",
  \"w\": \"$(asset water)\", \"t\": \"$(asset tree)\"}, \"grid\": [$GRID]}"
entity Main Walker 400 300 '"Collider": {"width": 24, "height": 24, "kind": "none"}, "CharacterBody": {"speed": 240, "blockedBy": ["bounds"]}, "PlayerController": {}, "CameraFollow": {}'
caption Main "SCROLL" "arrow keys or WASD: move the view"

# 240 px/s are 4 px a step. The map is 1280 x 960 px: the middle of the view stays between 320 and 960, and 240 and 720.
view() { near "Main Camera" "$1" "$2" 0.01; }
playtest "the view follows the walker" Main 200 "$(walk 1 0 60), $(near Walker 640 300 0.01), $(view 640 300),
  $(walk 0 1 50), $(near Walker 640 500 0.01), $(view 640 500), $CLEAN"
playtest "the view ends at the edge, the walker at the bounds" Main 700 "$(walk 1 1 150), $(near Walker 1000 900 0.01), $(view 960 720),
  $(walk 1 1 150), $(near Walker 1268 948 0.01), $(view 960 720), $(walk -1 -1 400), $(near Walker 12 12 0.01), $(view 320 240), $CLEAN"
rm -f "$OUT.log"

#!/bin/sh
# Builds the example "velocity". Usage: HOB=program OUT=folder sh build.sh
set -eu
HERE=$(cd "$(dirname "$0")" && pwd)
. "$HERE/../lib.sh"

example "Velocity" "How does a thing fly and turn by itself, and come back on the other side? Velocity with spin, and ScreenWrap in a World."
caption Main "VELOCITY" "nobody steers: Velocity flies and turns, ScreenWrap brings back"
entity Main World 0 0 '"World": {"width": 640, "height": 480}'
# rock NAME X Y SIZE COLOR VX VY SPIN
rock() {
    run createSpriteAsset "{\"name\": \"$1\", \"shape\": \"polygon\", \"sides\": $9, \"color\": \"$5\", \"width\": $4, \"height\": $4}"
    entity Main "$1" "$2" "$3" "\"SpriteRenderer\": {\"assetId\": \"$(asset "$1")\", \"width\": $4, \"height\": $4},
      \"Velocity\": {\"velocity\": {\"x\": $6, \"y\": $7}, \"spin\": $8}, \"ScreenWrap\": {\"margin\": 32}"
}
rock Rock 150 120 64 "#83769c" 60 40 45 6
rock Pebble 480 180 28 "#c2c3c7" -120 60 -180 5
rock Boulder 400 330 96 "#5f574f" -30 -20 20 7
run createSpriteAsset '{"name": "Comet", "shape": "star", "color": "#ffec27", "width": 32, "height": 32}'
entity Main Comet 560 260 '"SpriteRenderer": {"assetId": "'"$(asset Comet)"'", "width": 32, "height": 32},
  "Velocity": {"velocity": {"x": 180, "y": 0}, "spin": 360}, "ScreenWrap": {"margin": 16}'

playtest "velocity moves, spin turns" Main 100 "$(pause 60), $(near Rock 210 160 0.01), $(near Pebble 360 240 0.01),
  {\"type\": \"assertProperty\", \"entity\": \"Rock\", \"property\": \"Transform.rotation\", \"greaterThan\": 44.99, \"lessThan\": 45.01},
  {\"type\": \"assertProperty\", \"entity\": \"Boulder\", \"property\": \"Transform.rotation\", \"greaterThan\": 19.99, \"lessThan\": 20.01}, $CLEAN"
# The comet leaves at 640 + 16 px after 32 frames and is back at -16 px, at the same height.
playtest "who leaves on the right comes back on the left" Main 100 "$(pause 31), $(near Comet 653 260 0.01),
  $(pause 2), $(near Comet -13 260 3.1), $(pause 30), $(near Comet 77 260 3.1),
  {\"type\": \"assertRange\", \"entity\": \"Comet\", \"property\": \"x\", \"min\": -16, \"max\": 656}, $CLEAN"
rm -f "$OUT.log"

#!/bin/sh
# Builds the example "split_screen". Usage: HOB=program OUT=folder sh build.sh
set -eu
HERE=$(cd "$(dirname "$0")" && pwd)
. "$HERE/../lib.sh"

example "Split Screen" "How do two play on one screen? Two seats; a pad joins in mid-game, gets a walker and a camera of its own, and the screen is split until it leaves."
run updateSettings '{"input": {"seats": [{"name": "one", "device": "keyboard"}, {"name": "two", "device": "none"}], "joinPolicy": "join"}}'
run deleteEntity '{"scene": "Main", "entity": "Main Camera"}'
scripts lua
entity Main Ground 480 360 '"SpriteRenderer": {"width": 960, "height": 720, "color": "#008751", "layer": -5}'
for x in 120 360 600 840; do
    for y in 120 360 600; do
        entity Main "Stone $x $y" "$x" "$y" '"SpriteRenderer": {"shape": "circle", "width": 48, "height": 40, "color": "#83769c"}'
    done
done
entity Main Players 0 0 '"Script": {"scriptPath": "scripts/players.lua"}'
entity Main Help 0 0 '"UIElement": {"anchor": "bottom", "offset": {"x": 0, "y": -20}},
  "SpriteRenderer": {"width": 640, "height": 40, "color": "#1d2b53", "layer": 9},
  "Text": {"content": "arrows or W A S D: player one    a button of a pad: player two joins", "fontSize": 14, "align": "center", "color": "#c2c3c7"}'

there() { printf '{"type": "assertEntityExists", "entity": "%s", "exists": %s}' "$1" "$2"; }
join="{\"type\": \"plugPad\"}, {\"type\": \"pad\", \"control\": \"a\"}, {\"type\": \"pad\", \"control\": \"a\", \"value\": 0, \"frames\": 1}"
steer() { printf '{"type": "pad", "control": "left-x", "value": %s, "frames": %s}' "$1" "$2"; }
playtest "a pad joins and drives its own walker" Main 300 "$(pause 2), $(there "Walker 0" true), $(there "Walker 1" false), $join,
  {\"type\": \"assertSeat\", \"seat\": 1, \"device\": \"pad0\"}, $(pause 1), $(there "Camera 1" true), $(there "HUD 1" true), $(steer 1 60),
  $(near "Walker 1" 710 360 3), $(near "Walker 0" 400 360 0.01), $CLEAN"
playtest "each camera follows its own" Main 400 "$(pause 2), $join, $(walk -1 0 30), $(near "Walker 0" 325 360 3), $(near "Camera 0" 325 360 8),
  $(steer 0 2), $(near "Camera 1" 560 360 8), $CLEAN"
playtest "who leaves takes everything along" Main 200 "$(pause 2), $join, $(pause 2), $(there "Walker 1" true),
  {\"type\": \"leaveSeat\", \"seat\": 1, \"frames\": 2}, $(there "Walker 1" false), $(there "Camera 1" false), $(there "HUD 1" false),
  $(there "Walker 0" true), $CLEAN"
rm -f "$OUT.log"

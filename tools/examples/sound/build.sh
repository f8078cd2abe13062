#!/bin/sh
# Builds the example "sound". Usage: HOB=program OUT=folder sh build.sh
set -eu
HERE=$(cd "$(dirname "$0")" && pwd)
. "$HERE/../lib.sh"

example "Sound" "How does a button make a sound? It asks for its samples ahead, plays two at once on a bus, and the bus sets how loud all of them are."
run updateSettings '{"gameState": {"shots": {"type": "number", "initial": 0}, "volume": {"type": "number", "initial": 0}, "ready": {"type": "boolean", "initial": false}},
  "buses": {"sfx": {"volume": 0.8}}}'
run setInputMapping '{"action": "louder", "sources": ["ArrowUp", "pad:dpad-up"]}'
run setInputMapping '{"action": "softer", "sources": ["ArrowDown", "pad:dpad-down"]}'
run createSound '{"name": "shot", "preset": "laser", "seed": 3}'
run createSound '{"name": "boom", "preset": "explosion", "seed": 3}'
scripts lua
caption Main "SOUND" "E: fire    up and down: how loud the effects are"
entity Main Gun 320 260 '"SpriteRenderer": {"shape": "triangle", "width": 90, "height": 90, "color": "#ff004d"}, "Script": {"scriptPath": "scripts/gun.lua"}'
# count NAME KEY Y FORMAT
count() { entity Main "$1" 320 "$3" "\"Text\": {\"content\": \"\", \"fontSize\": 18, \"align\": \"center\", \"color\": \"#fff1e8\", \"binding\": {\"key\": \"$2\", \"format\": \"$4\"}}"; }
count Ready ready 110 "loaded: {value}"
count Shots shots 350 "{value} shots"
count Volume volume 380 "volume {value}"

played() { printf '{"type": "assertAudioCount", "action": "play", "asset": "%s", "equals": %s}' "$1" "$2"; }
playtest "samples are there before the first shot" Main 60 "$(pause 3), $(is Ready Text.content '"loaded: true"'), $CLEAN"
playtest "a shot is two samples" Main 100 "$(pause 2), $(played shot 0), $(hold action 1), $(pause 5), $(played shot 1), $(played boom 1),
  $(hold action 1), $(pause 5), $(played shot 2), $(played boom 2), $(is Shots Text.content '"2 shots"'), $CLEAN"
playtest "the bus is turned up to its end and down" Main 200 "$(pause 2), $(is Volume Text.content '"volume 80"'), $(hold louder 1), $(pause 1), $(hold louder 1), $(pause 1),
  $(hold louder 1), $(pause 1), $(is Volume Text.content '"volume 100"'), $(hold softer 1), $(pause 1), $(is Volume Text.content '"volume 90"'), $CLEAN"
rm -f "$OUT.log"

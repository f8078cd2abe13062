#!/bin/sh
# Builds the example "save_load". Usage: HOB=program OUT=folder sh build.sh
set -eu
HERE=$(cd "$(dirname "$0")" && pwd)
. "$HERE/../lib.sh"

example "Save and Load" "How is a meadow of one dog and its sheep saved without ids? The scene builds itself; a slot holds the dog by name, the sheep by order, and older saves are brought up to date."
run updateSettings '{"saves": {"version": 2, "migrations": "scripts/migrations.lua"}, "gameState": {"saved": {"type": "boolean", "initial": false}}}'
run setInputMapping '{"action": "again", "sources": ["Enter"]}'
run setInputMapping '{"action": "forget", "sources": ["Backspace"]}'
scripts lua
entity Main Meadow 320 240 '"SpriteRenderer": {"width": 640, "height": 480, "color": "#008751", "layer": -5}'
caption Main "SAVE AND LOAD" "arrows: the dog   E: save   Space: load   Enter: again   Backspace: forget"
entity Main Dog 320 380 '"SpriteRenderer": {"width": 30, "height": 20, "color": "#ab5236", "layer": 1}, "CharacterBody": {"speed": 150}, "PlayerController": {}'
n=0
for at in "220 200" "300 160" "380 220" "430 160" "260 270"; do
    n=$((n + 1))
    set -- $at
    entity Main "Sheep $n" "$1" "$2" '"SpriteRenderer": {"shape": "circle", "width": 30, "height": 24, "color": "#fff1e8"}, "Script": {"scriptPath": "scripts/sheep.lua"}' '"sheep"'
done
entity Main Shepherd 0 0 '"Script": {"scriptPath": "scripts/shepherd.lua"}'
entity Main Saved 320 80 '"Text": {"content": "", "fontSize": 14, "align": "center", "color": "#fff1e8", "binding": {"key": "saved", "format": "saved: {value}"}}'

event() { printf '{"type": "assertEventCount", "event": "%s", "equals": %s}' "$1" "$2"; }
drive="$(walk 0 -1 50), $(near Dog 320 255 3), $(near "Sheep 3" 406 187 30)"
playtest "everything is where it was saved" Main 400 "$(pause 2), $drive, $(hold action 1), $(walk 1 0 60), $(near Dog 470 255 3), $(hold jump 1), $(pause 1),
  $(near Dog 320 255 3), $(event saved 1), $(event loaded 1), $CLEAN"
playtest "a new visit of the scene begins as saved" Main 400 "$(pause 2), $drive, $(hold action 1), $(hold again 1), $(pause 2), $(near Dog 320 255 3),
  $(event loaded 1), $CLEAN"
playtest "without a save the scene begins as it was made" Main 400 "$(pause 2), $drive, $(hold again 1), $(pause 2), $(near Dog 320 380 0.01),
  $(near "Sheep 1" 220 200 0.01), $(event loaded 0), $CLEAN"
playtest "a save can be forgotten" Main 400 "$(pause 2), $(hold action 1), $(pause 1), $(is Saved Text.content '"saved: true"'), $(hold forget 1), $(pause 1),
  $(is Saved Text.content '"saved: false"'), $CLEAN"
rm -f "$OUT.log"

#!/bin/sh
# Builds the example "pooling". Usage: HOB=program OUT=folder sh build.sh
set -eu
HERE=$(cd "$(dirname "$0")" && pwd)
. "$HERE/../lib.sh"

example "Pooling" "How do shots by the hundred cost no new storage? A Pool spawns them, DespawnOffscreen ends them, and the storages built stay as many as at the start."
run updateSettings '{"gameState": {"fired": {"type": "number", "initial": 0}, "flying": {"type": "number", "initial": 0}, "built": {"type": "number", "initial": 0}}}'
scripts js
caption Main "POOLING" "E: fire, as long as it is held"
entity Main Shot 320 240 '"SpriteRenderer": {"shape": "circle", "width": 12, "height": 12, "color": "#ffec27"},
  "Velocity": {"velocity": {"x": 0, "y": -480}}, "DespawnOffscreen": {"width": 640, "height": 480}'
run createPrefab '{"scene": "Main", "entity": "Shot", "name": "Shot"}'
run deleteEntity '{"scene": "Main", "entity": "Shot"}'
entity Main Turret 320 390 '"SpriteRenderer": {"shape": "triangle", "width": 56, "height": 48, "color": "#29adff"},
  "ActionTrigger": {"actions": {"action": 0.1}}, "Pool": {"prefab": "'"$(asset Shot)"'", "reserve": 16},
  "Script": {"scriptPath": "scripts/turret.js"}'
entity Main Ground 320 424 '"SpriteRenderer": {"width": 640, "height": 20, "color": "#5f574f"}'
# count KEY Y
count() {
    entity Main "Count $1" 60 "$2" "\"Text\": {\"content\": \"\", \"fontSize\": 16, \"align\": \"left\", \"color\": \"#fff1e8\", \"binding\": {\"key\": \"$1\", \"format\": \"$1 {value}\"}}"
}
count fired 100
count flying 130
count built 160

playtest "many shots need no more storages" Main 1400 "$(is Turret Pool.built 16), $(hold action 1200),
  $(is "Count fired" Text.content "\"fired 200\""), $(is Turret Pool.built 16), $CLEAN"
playtest "all come back" Main 400 "$(hold action 60), $(pause 120), $(is Turret Pool.size 0), $(is Turret Pool.built 16), $CLEAN"
rm -f "$OUT.log"

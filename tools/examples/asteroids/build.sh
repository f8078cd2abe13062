#!/bin/sh
# Builds the example "asteroids". Usage: HOB=program OUT=folder sh build.sh
set -eu
HERE=$(cd "$(dirname "$0")" && pwd)
. "$HERE/../lib.sh"

example "Asteroids" "How does a whole small game hang together? A ship on ThrustController, shots and rocks from pools, a stack of scenes, and a high score that is kept."
run updateSettings '{"gameState": {"score": {"type": "number", "initial": 0}, "best": {"type": "number", "initial": 0, "persist": true}}}'
run updateSettings '{"input": {"axes": {"turn": {"negative": ["ArrowLeft", "KeyA", "pad:dpad-left"], "positive": ["ArrowRight", "KeyD", "pad:dpad-right"], "stick": "pad:left-x"},
  "thrust": {"positive": ["ArrowUp", "KeyW", "pad:a"]}}}}'
run setInputMapping '{"action": "fire", "sources": ["Space", "pad:x"]}'
run createSound '{"name": "laser", "preset": "laser"}'
run createSound '{"name": "explosion", "preset": "explosion"}'
scripts lua
# screen SCENE TITLE NEXT: a title, the two counts, and what the action leads to.
screen() {
    label "$1" Title "$2" -60 44 "#ffec27"
    label "$1" Help "E: go on" 90 16 "#c2c3c7"
    entity "$1" Score 0 0 '"UIElement": {"anchor": "center", "offset": {"x": 0, "y": 0}},
      "Text": {"content": "", "fontSize": 20, "align": "center", "binding": {"key": "score", "format": "score {value}"}}'
    entity "$1" Best 0 0 '"UIElement": {"anchor": "center", "offset": {"x": 0, "y": 32}},
      "Text": {"content": "", "fontSize": 20, "align": "center", "binding": {"key": "best", "format": "best {value}"}}'
    entity "$1" Next 0 0 "\"Script\": {\"scriptPath\": \"scripts/title.lua\", \"params\": {$3}}"
}
run renameScene '{"scene": "Main", "newName": "Start"}'
run createScene '{"name": "Play"}'
run createScene '{"name": "Over"}'
for scene in Play Over; do
    run setProperties "{\"scene\": \"$scene\", \"entity\": \"Main Camera\", \"properties\": {\"Camera.backgroundColor\": \"#1d2b53\",
      \"Transform.position.x\": 320, \"Transform.position.y\": 240}}"
done
screen Start ASTEROIDS '"next": "Play"'
screen Over "GAME OVER" ""

rock() {
    entity Play "Rock $1" 100 100 "\"SpriteRenderer\": {\"shape\": \"circle\", \"width\": $(($2 * 2)), \"height\": $(($2 * 2)), \"color\": \"#83769c\"},
      \"Collider\": {\"shape\": \"circle\", \"radius\": $2, \"isTrigger\": true, \"layer\": \"rock\", \"collidesWith\": [\"shot\", \"ship\"]},
      \"Velocity\": {}, \"ScreenWrap\": {\"width\": 640, \"height\": 480, \"margin\": $2}, \"Script\": {\"scriptPath\": \"scripts/rock.lua\", \"params\": {\"tier\": $1}}"
    run createPrefab "{\"scene\": \"Play\", \"entity\": \"Rock $1\", \"name\": \"Rock $1\"}"
    run deleteEntity "{\"scene\": \"Play\", \"entity\": \"Rock $1\"}"
}
rock 1 40
rock 2 26
rock 3 17
rock 4 11
entity Play Shot 0 0 '"SpriteRenderer": {"shape": "circle", "width": 6, "height": 6, "color": "#ffec27"}, "Velocity": {}, "Lifetime": {"seconds": 0.9},
  "Collider": {"shape": "circle", "radius": 3, "isTrigger": true, "layer": "shot", "collidesWith": ["rock"]}, "ScreenWrap": {"width": 640, "height": 480}' '"shot"'
run createPrefab '{"scene": "Play", "entity": "Shot", "name": "Shot"}'
run deleteEntity '{"scene": "Play", "entity": "Shot"}'
entity Play Field 0 0 "\"Script\": {\"scriptPath\": \"scripts/field.lua\"}, \"Pool#shots\": {\"prefab\": \"$(asset Shot)\", \"reserve\": 8},
  \"Pool#rocks1\": {\"prefab\": \"$(asset "Rock 1")\", \"reserve\": 3}, \"Pool#rocks2\": {\"prefab\": \"$(asset "Rock 2")\", \"reserve\": 6},
  \"Pool#rocks3\": {\"prefab\": \"$(asset "Rock 3")\", \"reserve\": 12}, \"Pool#rocks4\": {\"prefab\": \"$(asset "Rock 4")\", \"reserve\": 24}"
entity Play Ship 320 240 '"SpriteRenderer": {"shape": "triangle", "width": 24, "height": 30, "color": "#29adff"}, "Velocity": {},
  "ThrustController": {"turnSpeed": 200, "acceleration": 260, "maxSpeed": 300, "drag": 0.4}, "ActionTrigger": {"actions": {"fire": 0.25}},
  "ScreenWrap": {"width": 640, "height": 480, "margin": 16},
  "Collider": {"shape": "circle", "radius": 12, "isTrigger": true, "layer": "ship", "collidesWith": ["rock"]}' '"ship"'
entity Play Score 320 24 '"Text": {"content": "", "fontSize": 18, "align": "center", "layer": 5, "binding": {"key": "score", "format": "{value}"}}'

event() { printf '{"type": "assertEventCount", "event": "%s", "equals": %s}' "$1" "$2"; }
scene() { printf '{"type": "assertScene", "scene": "%s"}' "$1"; }
crash='{"type": "setAxis", "axis": "thrust", "value": 1, "frames": 70}'
playtest "a rock that is hit splits into two of the next tier" Play 300 "$(pause 2), $(is Field 'Pool#rocks1.size' 3), $(hold fire 1), $(pause 30),
  $(event rock-hit 1), $(is Field 'Pool#rocks1.size' 2), $(is Field 'Pool#rocks2.size' 2), $(is Score Text.content '"20"'), $CLEAN"
playtest "shots come from a pool of eight" Play 900 "$(pause 2), {\"type\": \"setAxis\", \"axis\": \"turn\", \"value\": 0.3, \"frames\": 0}, $(hold fire 150),
  {\"type\": \"assertEventCount\", \"event\": \"rock-hit\", \"min\": 1}, {\"type\": \"assertAudioCount\", \"action\": \"play\", \"asset\": \"laser\", \"equals\": 10},
  $(is Field 'Pool#shots.built' 8), $CLEAN"
playtest "the ship turns, pushes and comes back on the other side" Play 400 "$(pause 2), {\"type\": \"setAxis\", \"axis\": \"turn\", \"value\": 1, \"frames\": 27},
  {\"type\": \"setAxis\", \"axis\": \"turn\", \"value\": 0, \"frames\": 0}, {\"type\": \"setAxis\", \"axis\": \"thrust\", \"value\": 1, \"frames\": 120},
  {\"type\": \"assertProperty\", \"entity\": \"Ship\", \"property\": \"Transform.position.x\", \"lessThan\": 320}, $CLEAN"
playtest "a crash ends the game, and the best score is kept" Start 400 "$(pause 2), $(hold action 1), $(pause 2), $(scene Play), $(hold fire 1), $(pause 25),
  $crash, $(pause 60), $(scene Over), $(is Best Text.content '"best 20"'), $(hold action 1), $(pause 3), $(scene Start),
  $(hold action 1), $(pause 3), $(scene Play), $crash, $(pause 60), $(scene Over), $(is Score Text.content '"score 0"'), $(is Best Text.content '"best 20"'), $CLEAN"
rm -f "$OUT.log"

#!/bin/sh
# Builds the example "game_menu". Usage: HOB=program OUT=folder sh build.sh
set -eu
HERE=$(cd "$(dirname "$0")" && pwd)
. "$HERE/../lib.sh"

example "Game Menu" "How does a menu lie over a running game? UI pieces are HTML: {{values}} and style variables come from the game state, keys, a pad and the pointer choose, and only the hero is paused."
run updateSettings '{"gameState": {"choice": {"type": "number", "initial": 0}, "volume": {"type": "number", "initial": 70}, "laps": {"type": "number", "initial": 0}}}'
map() { run setInputMapping "{\"action\": \"$1\", \"sources\": [$2]}"; }
map menuUp '"ArrowUp", "KeyW", "pad:dpad-up", "pad:left-y-"'
map menuDown '"ArrowDown", "KeyS", "pad:dpad-down", "pad:left-y+"'
map menuLeft '"ArrowLeft", "KeyA", "pad:dpad-left", "pad:left-x-"'
map menuRight '"ArrowRight", "KeyD", "pad:dpad-right", "pad:left-x+"'
map menuConfirm '"Enter", "Space", "pad:a"'
map menuBack '"Escape", "pad:b", "pad:start"'
scripts js
pieces

entity Main Ground 320 240 '"SpriteRenderer": {"width": 640, "height": 480, "color": "#008751", "layer": -5}'
entity Main Guard 80 400 '"SpriteRenderer": {"shape": "circle", "width": 40, "height": 40, "color": "#ff004d"}, "Script": {"scriptPath": "scripts/guard.js"}'
entity Main Hero 320 90 '"SpriteRenderer": {"width": 28, "height": 36, "color": "#ffa300"}, "CharacterBody": {"speed": 120}, "PlayerController": {}'
entity Main Menu 0 0 '"Script": {"scriptPath": "scripts/menu.js"}'

# The volume on the ground, where play-tests can read it.
entity Main Volume 320 450 '"Text": {"content": "", "fontSize": 14, "align": "center", "binding": {"key": "volume", "format": "volume {value}"}}'
entity Main Chosen 320 470 '"Text": {"content": "", "fontSize": 14, "align": "center", "binding": {"key": "choice", "format": "line {value}"}}'

# key CODE: pressed for a frame.
key() { printf '{"type": "key", "code": "%s"}, {"type": "key", "code": "%s", "down": false}' "$1" "$1"; }
pad() { printf '{"type": "pad", "control": "%s"}, {"type": "pad", "control": "%s", "value": 0}' "$1" "$1"; }
shown() { printf '{"type": "assertPiece", "piece": "%s"}, {"type": "assertPiece", "piece": "%s", "visible": false}' "$1" "$2"; }
tell() { printf '{"type": "tellPiece", "piece": "menu", "element": "%s", "event": "%s"}' "$1" "$2"; }
line() { is Chosen Text.content "\"line $1\""; }

playtest "keys choose a line and go round" Main 200 "$(pause 2), $(shown menu settings), $(line 0), $(key ArrowDown), $(line 1),
  $(key ArrowDown), $(key ArrowDown), $(line 0), $(key ArrowUp), $(line 2), $(key Enter), $(shown goodbye menu), $CLEAN"
playtest "a pad changes the volume" Main 200 "{\"type\": \"plugPad\"}, $(pad dpad-down), $(pad a), $(shown settings menu),
  $(is Volume Text.content '"volume 70"'), $(pad dpad-right), $(is Volume Text.content '"volume 80"'), $(pad dpad-left), $(pad dpad-left),
  $(is Volume Text.content '"volume 60"'), $(pad b), $(shown menu settings), $CLEAN"
playtest "the pointer chooses and clicks" Main 200 "$(pause 2), $(tell 1 enter), $(line 1), $(tell 1 click), $(shown settings menu), $(key Escape),
  $(tell 0 enter), $(tell 0 click), {\"type\": \"assertPiece\", \"piece\": \"menu\", \"visible\": false}, $CLEAN"
playtest "only the hero stands still" Main 400 "$(pause 2), $(walk 1 0 30), $(near Hero 320 90 0.01), $(pause 1), $(key Escape),
  $(walk 1 0 30), $(near Hero 380 90 0.01), $(key Escape), $(walk 1 0 30), $(near Hero 380 90 0.01),
  {\"type\": \"assertProperty\", \"entity\": \"Guard\", \"property\": \"Transform.position.x\", \"greaterThan\": 100}, $CLEAN"
rm -f "$OUT.log"

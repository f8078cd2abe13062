#!/bin/sh
# Builds the example "input_glyphs". Usage: HOB=program OUT=folder sh build.sh
set -eu
HERE=$(cd "$(dirname "$0")" && pwd)
. "$HERE/../lib.sh"

example "Input Glyphs" "How does a prompt name the button that is really in the hand? ctx.input.device tells keyboard from pad, and ctx.input.bindings what the action is bound to now."
run setInputMapping '{"action": "jump", "sources": ["Space", "KeyW", "pad:a"]}'
run setInputMapping '{"action": "swap", "sources": ["Tab", "pad:y"]}'
scripts lua
caption Main "INPUT GLYPHS" "take the keyboard, then a pad    Tab or Y: bind jump anew"
entity Main Ground 320 360 '"SpriteRenderer": {"width": 640, "height": 120, "color": "#008751"}'
entity Main Hero 320 282 '"SpriteRenderer": {"width": 28, "height": 36, "color": "#ffa300"}, "CharacterBody": {"speed": 120}, "PlayerController": {}, "Hop": {}'
entity Main Prompt 320 180 '"SpriteRenderer": {"width": 200, "height": 44, "color": "#7e2553"},
  "Text": {"content": "", "fontSize": 22, "align": "center", "color": "#fff1e8", "layer": 1}, "Script": {"scriptPath": "scripts/prompt.lua"}'

key() { printf '{"type": "key", "code": "%s"}, {"type": "key", "code": "%s", "down": false, "frames": 2}' "$1" "$1"; }
pad() { printf '{"type": "pad", "control": "%s", "frames": 1}, {"type": "pad", "control": "%s", "value": 0, "frames": 2}' "$1" "$1"; }
shows() { is Prompt Text.content "\"$1  jump\""; }
playtest "the prompt follows the device in hand" Main 200 "$(pause 2), $(shows SPACE), {\"type\": \"plugPad\"}, $(shows SPACE), $(pad dpad-left), $(shows '(A)'),
  $(key ArrowLeft), $(shows SPACE), $(pad dpad-left), $(shows '(A)'), $CLEAN"
playtest "the prompt follows the binding" Main 200 "$(pause 2), $(key Tab), $(shows E), {\"type\": \"plugPad\"}, $(pad dpad-left), $(shows '(B)'), $CLEAN"
playtest "what the prompt names does it" Main 200 "$(pause 2), $(key Tab), {\"type\": \"key\", \"code\": \"KeyE\", \"frames\": 1},
  {\"type\": \"assertInput\", \"action\": \"jump\"}, {\"type\": \"key\", \"code\": \"KeyE\", \"down\": false, \"frames\": 1},
  {\"type\": \"key\", \"code\": \"Space\", \"frames\": 1}, {\"type\": \"assertInput\", \"action\": \"jump\", \"down\": false}, $CLEAN"
rm -f "$OUT.log"

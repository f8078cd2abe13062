#!/bin/sh
# Builds the example "timer". Usage: HOB=program OUT=folder sh build.sh
set -eu
HERE=$(cd "$(dirname "$0")" && pwd)
. "$HERE/../lib.sh"

example "Timer" "How does a thing do something again and again, or once, later? Three Timers in named slots of one entity: two cadences and a one-shot."
run updateSettings '{"gameState": {"quick": {"type": "number", "initial": 0}, "slow": {"type": "number", "initial": 0}, "once": {"type": "number", "initial": 0}}}'
run createSpriteAsset '{"name": "bulb", "shape": "circle", "color": "#ffffff", "width": 64, "height": 64}'
scripts lua
caption Main "TIMER" "E: stop or go on    Space: begin the one-shot again"
entity Main Clock 0 0 '"Timer#quick": {"interval": 0.25}, "Timer#slow": {"interval": 1}, "Timer#once": {"interval": 2.5, "repeating": false},
  "Script": {"scriptPath": "scripts/clock.lua"}'
# lamp NAME KEY X TEXT
lamp() {
    entity Main "$1" "$3" 210 "\"SpriteRenderer\": {\"assetId\": \"$(asset bulb)\", \"width\": 80, \"height\": 80, \"color\": \"#7e2553\"}"
    entity Main "$1 count" "$3" 285 "\"Text\": {\"content\": \"\", \"fontSize\": 28, \"align\": \"center\", \"binding\": {\"key\": \"$2\"}}"
    entity Main "$1 caption" "$3" 325 "\"Text\": {\"content\": \"$4\", \"fontSize\": 14, \"align\": \"center\", \"color\": \"#c2c3c7\"}"
}
lamp Quick quick 140 "every 0.25 s"
lamp Slow slow 320 "every second"
lamp Once once 500 "once, after 2.5 s"

counts() { printf '%s, %s, %s' "$(is "Quick count" Text.content "\"$1\"")" "$(is "Slow count" Text.content "\"$2\"")" "$(is "Once count" Text.content "\"$3\"")"; }
playtest "two cadences and a one-shot" Main 700 "$(pause 14), $(counts 0 0 0), $(pause 2), $(counts 1 0 0), $(pause 45), $(counts 4 1 0),
  $(pause 87), $(counts 9 2 0), $(pause 4), $(counts 10 2 1), $(pause 450), $(counts 40 10 1), $CLEAN"
playtest "stopped timers stand still" Main 300 "$(pause 20), $(hold action 1), $(pause 100), $(counts 1 0 0),
  $(hold action 1), $(pause 40), $(counts 4 1 0), $CLEAN"
playtest "a one-shot can begin again" Main 500 "$(pause 160), $(is "Once count" Text.content '"1"'), $(hold jump 1), $(pause 145),
  $(is "Once count" Text.content '"1"'), $(pause 10), $(is "Once count" Text.content '"2"'), $(pause 160), $(is "Once count" Text.content '"2"'), $CLEAN"
rm -f "$OUT.log"

#!/bin/sh
# Builds the template "arcade" through commands. Usage: HOB=program OUT=folder sh build.sh
set -eu
HERE=$(cd "$(dirname "$0")" && pwd)
. "$HERE/../lib.sh"

"$HOB" -q new "$OUT" --template empty --name Arcade --id prj_arcade >/dev/null || die "new failed"
run updateSettings '{"settings": {"width": 480, "height": 640, "backgroundColor": "#000000", "title": "Arcade", "gravity": {"x": 0, "y": 0}},
  "gameState": {"score": {"type": "number", "initial": 0}, "best": {"type": "number", "initial": 0, "persist": true},
    "shields": {"type": "number", "initial": 2}}}'
run renameScene '{"scene": "Main", "newName": "Menu"}'
run createScene '{"name": "Battle"}'
run createScene '{"name": "Win"}'
run createScene '{"name": "Lose"}'
for sound in "laser laser" "boom explosion" "hit hit" "win powerup" "blip blip"; do
    run createSound "{\"name\": \"${sound% *}\", \"preset\": \"${sound#* }\"}"
done
scripts lua

# ---- screens ----
label Menu Title "STAR FLEET" -60 40 "#ffec27"
label Menu Help "arrows to move, space to shoot" 0 14 "#c2c3c7"
button Menu Play "Play (E)" Battle true menu.lua
for scene in Win Lose; do
    entity $scene Score 0 0 '"UIElement": {"anchor": "center", "offset": {"x": 0, "y": 0}},
      "Text": {"content": "", "align": "center", "fontSize": 18, "binding": {"key": "score", "format": "{value} points"}}'
    button $scene Again "Menu (E)" Menu false menu.lua
done
label Win Title "THE SKY IS CLEAR" -60 32 "#00e436"
label Lose Title "THEY GOT THROUGH" -60 32 "#ff004d"

# ---- the battle ----
run setProperties '{"scene": "Battle", "entity": "Main Camera", "properties": {"Transform.position": {"x": 240, "y": 320},
  "Camera.backgroundColor": "#000000"}}'
entity Battle Stars 240 0 '"ParticleEmitter": {"emission": "box", "shape": "quad", "rate": 12, "lifetime": 8,
  "positionSpread": {"x": 240, "y": 0}, "velocity": {"x": 0, "y": 80}, "velocitySpread": {"x": 0, "y": 40}, "width": 2, "height": 2,
  "endAlpha": 1, "startColor": "#5f574f", "endColor": "#5f574f", "maxParticles": 128, "layer": -20}'
entity Battle Ship 240 580 '"SpriteRenderer": {"shape": "triangle", "width": 32, "height": 28, "color": "#29adff"},
  "Collider": {"kind": "sensor", "width": 28, "height": 24, "layer": "player", "collidesWith": ["enemy"]},
  "PhysicsBody": {"bodyType": "kinematic"},
  "CharacterController": {"mode": "topDown", "speed": 220, "actions": {"up": "none", "down": "none"}},
  "Health": {"max": 2, "current": 2, "startFull": true, "state": "shields"},
  "Script": {"scriptPath": "scripts/ship.lua"}' '"ship"'
entity Battle Shot 240 520 '"SpriteRenderer": {"width": 4, "height": 14, "color": "#fff1e8"},
  "Collider": {"kind": "sensor", "width": 4, "height": 14, "layer": "shot", "collidesWith": ["enemy"]},
  "PhysicsBody": {"bodyType": "kinematic", "velocity": {"x": 0, "y": -480}},
  "Script": {"scriptPath": "scripts/shot.lua"}' '"shot"'
run createPrefab '{"scene": "Battle", "entity": "Shot", "name": "Shot"}'
run deleteEntity '{"scene": "Battle", "entity": "Shot"}'
entity Battle Invader 120 100 '"SpriteRenderer": {"width": 28, "height": 20, "color": "#00e436"},
  "Collider": {"kind": "sensor", "width": 28, "height": 20, "layer": "enemy", "collidesWith": ["player", "shot"]},
  "ParticleEmitter": {"emission": "cone", "shape": "circle", "rate": 0, "lifetime": 0.5, "speed": 120, "spread": 180, "startSize": 5,
    "endSize": 0, "startColor": "#00e436", "endColor": "#ffec27", "destroyMode": "drain"},
  "Script": {"scriptPath": "scripts/invader.lua", "params": {"points": 10}}' '"invader"'
run createPrefab '{"scene": "Battle", "entity": "Invader", "name": "Invader"}'
i=2
for x in 180 240 300 360; do
    place Invader Battle "Invader $i" "$x" 100
    i=$((i + 1))
done
entity Battle Fleet 0 0 '"Script": {"scriptPath": "scripts/fleet.lua", "params": {"speed": 40, "line": 540}}'
entity Battle Score 0 0 '"UIElement": {"anchor": "top-left", "offset": {"x": 12, "y": 18}},
  "Text": {"content": "", "fontSize": 16, "binding": {"key": "score", "format": "score {value}"}}'
entity Battle Shields 0 0 '"UIElement": {"anchor": "top-right", "offset": {"x": -12, "y": 18}},
  "Text": {"content": "", "fontSize": 16, "align": "right", "binding": {"key": "shields", "format": "shields {value}"}}'

# ---- play-tests ----
. "$HERE/playtests.sh"
rm -f "$OUT.log"

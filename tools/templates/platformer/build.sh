#!/bin/sh
# Builds the template "platformer" through commands. Usage: HOB=program OUT=folder sh build.sh
set -eu
HERE=$(cd "$(dirname "$0")" && pwd)
. "$HERE/../lib.sh"

"$HOB" -q new "$OUT" --template empty --name Platformer --id prj_platformer >/dev/null || die "new failed"
run updateSettings '{"settings": {"width": 640, "height": 360, "backgroundColor": "#1d2b53", "title": "Platformer"},
  "gameState": {"score": {"type": "number", "initial": 0}, "lives": {"type": "number", "initial": 3}}}'
run renameScene '{"scene": "Main", "newName": "Menu"}'
run createScene '{"name": "Level", "withCamera": false}'
run createScene '{"name": "Win"}'
run createScene '{"name": "Lose"}'
for sound in "jump jump" "coin coin" "hurt hit" "squash explosion" "win powerup" "blip blip"; do
    run createSound "{\"name\": \"${sound% *}\", \"preset\": \"${sound#* }\"}"
done
run createTileAsset '{"name": "grass", "color": "#00e436", "size": 32}'
run createTileAsset '{"name": "stone", "color": "#5f574f", "size": 32}'
scripts lua

# ---- screens ----
label Menu Title "PLATFORMER" -60 40 "#ffec27"
label Menu Help "arrows or A D to run, space to jump" 0 14 "#c2c3c7"
button Menu Play "Play (E)" Level true menu.lua
label Win Title "YOU MADE IT" -60 36 "#00e436"
entity Win Score 0 0 '"UIElement": {"anchor": "center", "offset": {"x": 0, "y": 0}},
  "Text": {"content": "", "align": "center", "fontSize": 18, "binding": {"key": "score", "format": "{value} points"}}'
button Win Again "Menu (E)" Menu false menu.lua
label Lose Title "GAME OVER" -60 36 "#ff004d"
button Lose Again "Menu (E)" Menu false menu.lua

# ---- the level: 60 x 15 cells of 32 px ----
entity Level "Main Camera" 160 240 '"Camera": {"zoom": 1, "backgroundColor": "#29366f", "follow": "Player", "smoothing": 8,
  "deadzone": {"width": 32, "height": 48}, "lookahead": {"x": 40, "y": 0},
  "limits": {"minX": 0, "maxX": 1920, "minY": 0, "maxY": 480}}'
entity Level Ground 0 0 '"Tilemap": {"tileSize": 32, "tileAssets": {"G": "'"$(asset grass)"'", "S": "'"$(asset stone)"'"}, "grid": [
  "............................................................",
  "............................................................",
  "............................................................",
  "............................................................",
  "............................................................",
  "............................................................",
  "............................................................",
  "............................................................",
  "............................................................",
  "............................................................",
  "............................................................",
  "....................S.......................................",
  "....................S.......................................",
  "GGGGGGGGGGGG...GGGGGGGGGGGGGGGGGGG....GGGGGGGGGGGGGGGGGGGGGG",
  "SSSSSSSSSSSS...SSSSSSSSSSSSSSSSSSS....SSSSSSSSSSSSSSSSSSSSSS"]}'
entity Level Player 64 396 '"SpriteRenderer": {"width": 24, "height": 36, "color": "#ff77a8"},
  "Collider": {"width": 22, "height": 36, "layer": "player"},
  "PhysicsBody": {},
  "CharacterController": {"mode": "platformer", "speed": 200, "acceleration": 1600, "drag": 2000, "jumpHeight": 80,
    "coyoteFrames": 6, "jumpBufferFrames": 6, "maxFallSpeed": 520},
  "Health": {"max": 3, "current": 3, "startFull": true, "invulnerableFrames": 45, "state": "lives"},
  "Respawn": {},
  "ParticleEmitter": {"emission": "cone", "shape": "circle", "rate": 0, "lifetime": 0.35, "speed": 40, "direction": -90, "spread": 70,
    "startSize": 5, "endSize": 0, "startColor": "#c2c3c7", "endColor": "#5f574f"},
  "Script": {"scriptPath": "scripts/player.lua"}' '"player"'
entity Level Coin 256 400 '"SpriteRenderer": {"shape": "circle", "width": 16, "height": 16, "color": "#ffec27"},
  "Collider": {"kind": "sensor", "shape": "circle", "radius": 10, "layer": "item", "collidesWith": ["player"]},
  "ParticleEmitter": {"emission": "cone", "shape": "circle", "rate": 0, "lifetime": 0.4, "speed": 70, "spread": 180, "startSize": 4,
    "endSize": 0, "startColor": "#ffec27", "endColor": "#ffa300", "destroyMode": "drain"},
  "Script": {"scriptPath": "scripts/coin.lua"}' '"coin"'
run createPrefab '{"scene": "Level", "entity": "Coin", "name": "Coin"}'
i=2
for at in "416 320" "448 300" "480 320" "656 300" "880 330" "1136 310" "1168 300" "1200 310" "1424 340" "1680 400"; do
    place Coin Level "Coin $i" "${at% *}" "${at#* }"
    i=$((i + 1))
done
entity Level Spikes 880 408 '"SpriteRenderer": {"shape": "triangle", "width": 32, "height": 16, "color": "#c2c3c7"},
  "Collider": {"kind": "sensor", "width": 28, "height": 12, "layer": "hazard", "collidesWith": ["player"]},
  "Script": {"scriptPath": "scripts/hazard.lua"}' '"hazard"'
run createPrefab '{"scene": "Level", "entity": "Spikes", "name": "Spikes"}'
place Spikes Level "Spikes 2" 912 408
entity Level Slime 1424 402 '"SpriteRenderer": {"width": 30, "height": 22, "color": "#008751"},
  "Collider": {"kind": "sensor", "width": 28, "height": 22, "layer": "enemy", "collidesWith": ["player"]},
  "PhysicsBody": {"bodyType": "kinematic"},
  "ParticleEmitter": {"emission": "cone", "shape": "circle", "rate": 0, "lifetime": 0.5, "speed": 90, "spread": 180, "startSize": 6,
    "endSize": 0, "startColor": "#00e436", "endColor": "#008751", "destroyMode": "drain"},
  "Script": {"scriptPath": "scripts/slime.lua", "params": {"range": 32, "speed": 24}}' '"enemy"'
run createPrefab '{"scene": "Level", "entity": "Slime", "name": "Slime"}'
entity Level Flag 1840 384 '"SpriteRenderer": {"width": 12, "height": 64, "color": "#ffec27"},
  "Collider": {"kind": "sensor", "width": 16, "height": 64, "layer": "item", "collidesWith": ["player"]},
  "Script": {"scriptPath": "scripts/flag.lua"}' '"goal"'
entity Level Score 0 0 '"UIElement": {"anchor": "top-left", "offset": {"x": 12, "y": 18}},
  "Text": {"content": "", "fontSize": 16, "binding": {"key": "score", "format": "score {value}"}}'
entity Level Lives 0 0 '"UIElement": {"anchor": "top-right", "offset": {"x": -12, "y": 18}},
  "Text": {"content": "", "fontSize": 16, "align": "right", "binding": {"key": "lives", "format": "lives {value}"}}'

# ---- play-tests ----
. "$HERE/playtests.sh"
rm -f "$OUT.log"

#!/bin/sh
# Builds the template "topdown" through commands. Usage: HOB=program OUT=folder sh build.sh
set -eu
HERE=$(cd "$(dirname "$0")" && pwd)
. "$HERE/../lib.sh"

"$HOB" -q new "$OUT" --template empty --name "Top-Down" --id prj_topdown >/dev/null || die "new failed"
run updateSettings '{"settings": {"width": 640, "height": 480, "backgroundColor": "#1d2b53", "title": "Top-Down", "gravity": {"x": 0, "y": 0}},
  "gameState": {"gems": {"type": "number", "initial": 0}, "hearts": {"type": "number", "initial": 3}}}'
run renameScene '{"scene": "Main", "newName": "Menu"}'
run createScene '{"name": "Vault", "withCamera": false}'
run createScene '{"name": "Win"}'
run createScene '{"name": "Lose"}'
for sound in "gem coin" "caught hit" "door powerup" "blip blip"; do
    run createSound "{\"name\": \"${sound% *}\", \"preset\": \"${sound#* }\"}"
done
run createTileAsset '{"name": "wall", "color": "#5f574f", "size": 32}'
scripts js

# ---- screens ----
label Menu Title "THE VAULT" -60 40 "#ffec27"
label Menu Help "take every gem, mind the guard, leave by the door" 0 14 "#c2c3c7"
button Menu Play "Play (E)" Vault true menu.js
label Win Title "AWAY WITH THE GEMS" -60 32 "#00e436"
entity Win Gems 0 0 '"UIElement": {"anchor": "center", "offset": {"x": 0, "y": 0}},
  "Text": {"content": "", "align": "center", "fontSize": 18, "binding": {"key": "gems", "format": "{value} gems"}}'
button Win Again "Menu (E)" Menu false menu.js
label Lose Title "CAUGHT" -60 36 "#ff004d"
button Lose Again "Menu (E)" Menu false menu.js

# ---- the vault: 30 x 20 cells of 32 px ----
entity Vault "Main Camera" 320 240 '"Camera": {"backgroundColor": "#1d2b53", "follow": "Hero", "smoothing": 10,
  "limits": {"minX": 0, "maxX": 960, "minY": 0, "maxY": 640}}'
entity Vault Walls 0 0 '"Tilemap": {"tileSize": 32, "tileAssets": {"#": "'"$(asset wall)"'"}, "grid": [
  "##############################",
  "#............#...............#",
  "#............#...............#",
  "#............#...............#",
  "#............#.......#########",
  "#....................#.......#",
  "#....................#.......#",
  "#............#...............#",
  "#............#...............#",
  "######..######.......#.......#",
  "#............#.......#########",
  "#............#...............#",
  "#............#...............#",
  "#............................#",
  "#............................#",
  "#............#...............#",
  "#............#...............#",
  "#............#...............#",
  "#............#...............#",
  "############################.#"]}'
entity Vault Hero 80 80 '"SpriteRenderer": {"width": 22, "height": 26, "color": "#ffa300"},
  "Collider": {"width": 20, "height": 22, "layer": "player"},
  "PhysicsBody": {"gravityScale": 0},
  "CharacterController": {"mode": "topDown", "speed": 130, "acceleration": 1300, "drag": 1600},
  "Health": {"max": 3, "current": 3, "startFull": true, "invulnerableFrames": 60, "state": "hearts"},
  "Respawn": {},
  "ParticleEmitter": {"emission": "cone", "shape": "circle", "rate": 0, "lifetime": 0.4, "speed": 12, "spread": 180, "startSize": 4,
    "endSize": 0, "startColor": "#5f574f", "endColor": "#1d2b53", "layer": -5},
  "Script": {"scriptPath": "scripts/hero.js"}' '"hero"'
entity Vault Gem 336 80 '"SpriteRenderer": {"shape": "triangle", "width": 16, "height": 16, "color": "#00e436"},
  "Collider": {"kind": "sensor", "shape": "circle", "radius": 10, "layer": "item", "collidesWith": ["player"]},
  "ParticleEmitter": {"emission": "cone", "shape": "circle", "rate": 0, "lifetime": 0.5, "speed": 60, "spread": 180, "startSize": 4,
    "endSize": 0, "startColor": "#00e436", "endColor": "#008751", "destroyMode": "drain"},
  "Script": {"scriptPath": "scripts/gem.js"}' '"gem"'
run createPrefab '{"scene": "Vault", "entity": "Gem", "name": "Gem"}'
place Gem Vault "Gem 2" 176 432
place Gem Vault "Gem 3" 560 80
entity Vault Door 912 624 '"SpriteRenderer": {"width": 32, "height": 32, "color": "#ab5236"},
  "Collider": {"width": 32, "height": 32, "layer": "door", "collidesWith": ["player"]},
  "Script": {"scriptPath": "scripts/door.js"}' '"door"'
entity Vault Guard 720 416 '"SpriteRenderer": {"width": 24, "height": 26, "color": "#ff004d"},
  "Collider": {"kind": "sensor", "width": 22, "height": 24, "layer": "guard", "collidesWith": ["player"]},
  "PhysicsBody": {"bodyType": "kinematic"},
  "Script": {"scriptPath": "scripts/guard.js", "params": {"sight": 110, "route": [{"x": 720, "y": 416}, {"x": 880, "y": 416}]}}' '"guard"'
run createPrefab '{"scene": "Vault", "entity": "Guard", "name": "Guard"}'
entity Vault Gems 0 0 '"UIElement": {"anchor": "top-left", "offset": {"x": 12, "y": 18}},
  "Text": {"content": "", "fontSize": 16, "binding": {"key": "gems", "format": "gems {value}/3"}}'
entity Vault Hearts 0 0 '"UIElement": {"anchor": "top-right", "offset": {"x": -12, "y": 18}},
  "Text": {"content": "", "fontSize": 16, "align": "right", "binding": {"key": "hearts", "format": "hearts {value}"}}'

# ---- play-tests ----
. "$HERE/playtests.sh"
rm -f "$OUT.log"

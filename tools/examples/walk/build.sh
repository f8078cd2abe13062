#!/bin/sh
# Builds the example "walk". Usage: HOB=program OUT=folder sh build.sh
set -eu
HERE=$(cd "$(dirname "$0")" && pwd)
. "$HERE/../lib.sh"

example "Walk" "What is the smallest character that walks? CharacterBody, PlayerController and SpriteAnimator on one entity, without a script."
for step in "upright 24" "stride 20"; do
    run createSpriteAsset "{\"name\": \"${step% *}\", \"shape\": \"character\", \"color\": \"#ffa300\", \"accentColor\": \"#ab5236\", \"width\": ${step#* }, \"height\": 32}"
done
run createAnimationAsset '{"name": "Stand", "frames": ["upright"]}'
run createAnimationAsset '{"name": "Walk", "frames": ["stride", "upright"]}'

caption Main "WALK" "arrow keys or WASD: walk"
entity Main Meadow 320 240 '"SpriteRenderer": {"width": 560, "height": 320, "color": "#008751", "layer": -5}'
entity Main Path 320 240 '"SpriteRenderer": {"width": 560, "height": 48, "color": "#ab5236", "opacity": 0.6, "layer": -4}'
entity Main Hero 320 240 '"SpriteRenderer": {"assetId": "'"$(asset upright)"'", "width": 24, "height": 32},
  "SpriteAnimator": {"driver": "heading", "sizeFromFrame": true,
    "clips": {"stand": {"asset": "'"$(asset Stand)"'"}, "walk_left": {"asset": "'"$(asset Walk)"'", "flipX": true},
      "walk_right": {"asset": "'"$(asset Walk)"'"}, "walk_up": {"asset": "'"$(asset Walk)"'"}, "walk_down": {"asset": "'"$(asset Walk)"'"}}},
  "CharacterBody": {"speed": 120}, "PlayerController": {}'

# 120 px/s for 30 frames are 60 px.
playtest "the hero walks where it is told" Main 200 "$(walk 1 0 30), $(near Hero 380 240 0.01),
  $(walk 0 1 30), $(near Hero 380 300 0.01), $CLEAN"
playtest "it steps while it walks and stands otherwise" Main 200 "$(pause 1), $(is Hero SpriteAnimator.clip '"stand"'),
  {\"type\": \"setAxis\", \"axis\": \"moveX\", \"value\": -1, \"frames\": 10}, $(is Hero SpriteAnimator.clip '"walk_left"'),
  {\"type\": \"setAxis\", \"axis\": \"moveX\", \"value\": 0, \"frames\": 2}, $(is Hero SpriteAnimator.clip '"stand"'), $CLEAN"
rm -f "$OUT.log"

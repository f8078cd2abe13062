#!/bin/sh
# Builds the example "localization". Usage: HOB=program OUT=folder sh build.sh
set -eu
HERE=$(cd "$(dirname "$0")" && pwd)
. "$HERE/../lib.sh"

example "Localization" "How does a game speak two languages? Texts by key in texts/en.json and texts/pl.json, with names, plural forms by the rules of each language, a fallback, and a choice that is saved."
run updateSettings '{"texts": {"default": "en", "locale": "en"}}'
mkdir -p "$OUT/texts"
cp "$HERE/../../../examples/localization/texts/"*.json "$OUT/texts/"
run setInputMapping '{"action": "again", "sources": ["Enter"]}'
scripts lua
# line NAME Y SIZE COLOR TEXT
line() { entity Main "$1" 320 "$2" "\"Text\": {\"content\": \"\", \"fontSize\": $3, \"align\": \"center\", \"color\": \"$4\", $5}"; }
line Title 60 28 "#ffec27" '"key": "title"'
line Greeting 160 22 "#fff1e8" '"key": "greeting", "vars": {"name": "Ada"}'
entity Main Basket 320 230 '"Text": {"content": "", "fontSize": 22, "align": "center", "color": "#ffa300"}, "Script": {"scriptPath": "scripts/basket.lua"}'
line Fallback 310 16 "#83769c" '"key": "only_english"'
line Missing 350 16 "#83769c" '"key": "nowhere.at.all"'
line Help 440 14 "#c2c3c7" '"key": "help"'

says() { is "$1" Text.content "\"$2\""; }
playtest "texts follow the language at once" Main 200 "$(pause 2), $(says Title HARVEST), $(says Greeting 'Good morning, Ada!'), $(hold jump 1), $(pause 1),
  $(says Title ŻNIWA), $(says Greeting 'Dzień dobry, Ada!'), $(says Help 'E: następne jabłko    Spacja: inny język'), $(hold jump 1), $(pause 1),
  $(says Title HARVEST), $CLEAN"
more="$(hold action 1), $(pause 1)"
playtest "plural forms of each language" Main 300 "$(pause 2), $(says Basket 'The basket is empty.'), $more, $(says Basket 'One apple is in the basket.'),
  $more, $(says Basket '2 apples are in the basket.'), $(hold jump 1), $(pause 1), $(says Basket 'W koszyku są 2 jabłka.'),
  $more, $more, $more, $(says Basket 'W koszyku jest 5 jabłek.'), $CLEAN"
playtest "what is not translated falls back, what is nowhere is its key" Main 100 "$(pause 2), $(hold jump 1), $(pause 1),
  $(says Fallback 'this line has no translation'), $(says Missing nowhere.at.all), $CLEAN"
playtest "the choice is saved" Main 100 "$(pause 2), $(hold jump 1), $(pause 1), $(hold again 1), $(pause 2), $(says Title ŻNIWA),
  $(says Basket 'Koszyk jest pusty.'), $CLEAN"
rm -f "$OUT.log"

#!/bin/sh
# `make play`: makes a platformer from its template and plays its finishing play-test without a screen, makes
# a picture of it and, where there is a display, opens its window.
set -eu
cd "$(dirname "$0")/.."
hob=$PWD/build/hob
game=build/play/platformer

echo "A new game from the template \"platformer\": hob new $game --template platformer"
rm -rf build/play
mkdir -p build/play
"$hob" -q new "$game" --template platformer
echo
echo "Its finishing play-test presses keys from the menu to the flag: hob -p $game test \"finish the game\""
"$hob" -q -p "$game" test "finish the game"
echo
echo "The same run again, as data: the hash of its last state is the same on every machine."
"$hob" -q -p "$game" run Level --headless --frames 300
echo
echo "All of its play-tests: hob -p $game test"
"$hob" -q -p "$game" test
echo
echo "What it looks like: hob -p $game screenshot Level --frame 60 --out build/play/platformer.png"
"$hob" -q -p "$game" screenshot Level --frame 60 --out build/play/platformer.png
echo
echo "The game is in $game. Look at it with: build/hob -p $game inspect scene Level"
if [ -t 1 ] && [ -n "${DISPLAY:-}${WAYLAND_DISPLAY:-}" ]; then
    echo "Play it yourself (arrows or A and D, Space; close the window to end): build/hob -p $game run"
    "$hob" -q -p "$game" run >/dev/null
else
    echo "With a display, play it yourself: build/hob -p $game run"
fi

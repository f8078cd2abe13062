#!/bin/sh
# `make play`: makes a platformer from its template and plays its finishing play-test without a screen.
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
echo "The game is in $game. Look at it with: build/hob -p $game inspect scene Level"

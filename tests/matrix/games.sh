# Games played by scripted input: one hash of the whole state a frame, straight and through snapshots.
# HOB is the program of this leg, maybe several words. What is printed must be the same in every leg.
set -eu
root=$(cd "$(dirname "$0")/../.." && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

play() { # FOLDER PLAYTEST
    cp -R "$root/$1" "$work/game"
    echo "$1, $2"
    $HOB -q -p "$work/game" playtest "$2" --trace "$work/straight" | sed 1d
    $HOB -q -p "$work/game" playtest "$2" --trace "$work/snapshots" --snapshots 20 >/dev/null
    sed -n -E 's/^\{"f":([0-9]+),"h":"([0-9a-f]+)","w":"([0-9a-f]+)".*/\1 \2 \3/p' "$work/straight"
    if cmp -s "$work/straight" "$work/snapshots"; then
        echo "through 20 snapshots: the same"
    else
        echo "through snapshots: DIFFERENT"
    fi
    rm -rf "$work/game" "$work/straight" "$work/snapshots"
}

play templates/platformer "finish the game"
play templates/platformer "fall three times and lose"
play templates/topdown "finish the game"
play templates/arcade "finish the game"
play tests/motion "G7 G9 two hundred bodies that scripts shake"

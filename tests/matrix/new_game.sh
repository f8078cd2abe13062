# A game made by commands, and the hash of each of its first 60 steps.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
$HOB --quiet new "$folder/game" --name Game --id prj_matrix00 >/dev/null
$HOB --quiet -p "$folder/game" run --headless --frames 60 --seed 7 --trace "$folder/trace" >/dev/null
cat "$folder/trace"

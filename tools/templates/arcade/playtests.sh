# Play-tests of the template "arcade"; read by build.sh.
START='{"type": "press", "action": "action"}, {"type": "wait", "frames": 1}'
go() { printf '{"type": "press", "action": "%s", "frames": %s}' "$1" "$2"; }
# Fires and waits for the shot to arrive.
shoot() { printf '{"type": "press", "action": "jump", "frames": 1}, {"type": "wait", "frames": %s}' "$1"; }

# The whole game by input alone: five invaders, five shots, each after a move.
playtest "finish the game" Menu 900 "$START, {\"type\": \"assertScene\", \"scene\": \"Battle\"},
  $(go right 14), $(shoot 67), $(go right 21), $(shoot 66), $(go left 49), $(shoot 65), $(go right 27), $(shoot 68), $(go left 54), $(shoot 66),
  {\"type\": \"assertScene\", \"scene\": \"Win\"},
  {\"type\": \"assertEventCount\", \"event\": \"invader-down\", \"equals\": 5},
  {\"type\": \"assertProperty\", \"entity\": \"Score\", \"property\": \"Text.content\", \"equals\": \"50 points\"},
  {\"type\": \"assertNoErrors\"}"

# Doing nothing lets them through.
playtest "they get through" Battle 9000 "{\"type\": \"wait\", \"frames\": 8700},
  {\"type\": \"assertScene\", \"scene\": \"Lose\"},
  {\"type\": \"assertEventCount\", \"event\": \"damaged\", \"min\": 2},
  {\"type\": \"assertNoErrors\"}"

# One shot at a time, and it is gone above the screen.
playtest "shots" Battle 300 "$(go left 60), {\"type\": \"press\", \"action\": \"jump\", \"frames\": 2},
  {\"type\": \"assertEntityExists\", \"entity\": \"Shot\"}, {\"type\": \"assertAudioCount\", \"asset\": \"laser\", \"equals\": 1},
  {\"type\": \"wait\", \"frames\": 2}, {\"type\": \"press\", \"action\": \"jump\", \"frames\": 2},
  {\"type\": \"assertAudioCount\", \"asset\": \"laser\", \"equals\": 1},
  {\"type\": \"wait\", \"frames\": 90}, {\"type\": \"assertEntityExists\", \"entity\": \"Shot\", \"exists\": false}"

# Feel: the ship answers at once, moves 220 px/s and stays on the screen.
playtest "feel: ship" Battle 300 "$(go right 1),
  {\"type\": \"assertProperty\", \"entity\": \"Ship\", \"property\": \"Transform.position.x\", \"greaterThan\": 243.6, \"lessThan\": 243.7},
  $(go right 100), {\"type\": \"wait\", \"frames\": 1},
  {\"type\": \"assertProperty\", \"entity\": \"Ship\", \"property\": \"Transform.position.x\", \"equals\": 456},
  {\"type\": \"assertPeak\", \"entity\": \"Ship\", \"property\": \"speed\", \"op\": \"lessThan\", \"value\": 221}"

# The fleet turns at the edge and comes a row down.
playtest "the fleet marches" Battle 300 "{\"type\": \"wait\", \"frames\": 130},
  {\"type\": \"assertProperty\", \"entity\": \"Invader\", \"property\": \"Transform.position.y\", \"equals\": 100},
  {\"type\": \"wait\", \"frames\": 20},
  {\"type\": \"assertProperty\", \"entity\": \"Invader\", \"property\": \"Transform.position.y\", \"equals\": 116}"

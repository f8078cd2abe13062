# Play-tests of the template "topdown"; read by build.sh.
hold() { printf '{"type": "press", "action": "%s", "frames": %s}, {"type": "wait", "frames": 6}' "$1" "$2"; }
START='{"type": "press", "action": "action"}, {"type": "wait", "frames": 1}'

# The whole game by input alone: three gems, past the guard, out by the door.
playtest "finish the game" Menu 1600 "$START, {\"type\": \"assertScene\", \"scene\": \"Vault\"},
  $(hold right 118), $(hold down 52), $(hold right 103), $(hold up 52), $(hold down 52), $(hold left 155), $(hold down 111),
  $(hold left 23), {\"type\": \"assertEventCount\", \"event\": \"door-open\", \"equals\": 1},
  $(hold right 140), $(hold down 73), $(hold right 202), $(hold down 30),
  {\"type\": \"assertScene\", \"scene\": \"Win\"},
  {\"type\": \"assertEventCount\", \"event\": \"damaged\", \"equals\": 0},
  {\"type\": \"assertAudioCount\", \"asset\": \"gem\", \"action\": \"play\", \"equals\": 3},
  {\"type\": \"assertNoErrors\"}"

VISIT="$(hold right 66), $(hold down 163), $(hold right 200), {\"type\": \"wait\", \"frames\": 340}"
# Walking up to the guard costs a heart and leads back to the start.
playtest "the guard catches" Vault 700 "$VISIT,
  {\"type\": \"assertEventCount\", \"event\": \"damaged\", \"equals\": 1},
  {\"type\": \"assertProperty\", \"entity\": \"Hearts\", \"property\": \"Text.content\", \"equals\": \"hearts 2\"},
  {\"type\": \"assertPositionNear\", \"entity\": \"Hero\", \"x\": 80, \"y\": 80, \"tolerance\": 1},
  {\"type\": \"assertNoErrors\"}"
playtest "caught three times" Vault 2600 "$VISIT, $VISIT, $VISIT,
  {\"type\": \"assertScene\", \"scene\": \"Lose\"}, {\"type\": \"assertNoErrors\"}"

# The door stays shut while a gem is left.
playtest "the door is shut" Vault 900 "$(hold right 66), $(hold down 163), $(hold right 116), $(hold down 73), $(hold right 249), $(hold down 40),
  {\"type\": \"assertScene\", \"scene\": \"Vault\"},
  {\"type\": \"assertProperty\", \"entity\": \"Hero\", \"property\": \"Transform.position.y\", \"lessThan\": 598}"

# Walls hold.
playtest "walls hold" Vault 300 "{\"type\": \"press\", \"action\": \"left\", \"frames\": 60}, {\"type\": \"press\", \"action\": \"up\", \"frames\": 60},
  {\"type\": \"assertPositionNear\", \"entity\": \"Hero\", \"x\": 42, \"y\": 43, \"tolerance\": 1}, {\"type\": \"assertNoErrors\"}"

# Feel: full speed in 6 frames, a standstill in 5, no faster on a diagonal.
playtest "feel: walk" Vault 200 "{\"type\": \"press\", \"action\": \"right\", \"frames\": 6},
  {\"type\": \"assertProperty\", \"entity\": \"Hero\", \"property\": \"PhysicsBody.velocity.x\", \"equals\": 130},
  {\"type\": \"wait\", \"frames\": 5},
  {\"type\": \"assertProperty\", \"entity\": \"Hero\", \"property\": \"PhysicsBody.velocity.x\", \"equals\": 0},
  {\"type\": \"setAction\", \"action\": \"right\", \"down\": true, \"frames\": 0}, {\"type\": \"setAction\", \"action\": \"down\", \"down\": true, \"frames\": 10},
  {\"type\": \"assertProperty\", \"entity\": \"Hero\", \"property\": \"PhysicsBody.velocity.x\", \"greaterThan\": 91.9, \"lessThan\": 92},
  {\"type\": \"assertPeak\", \"entity\": \"Hero\", \"property\": \"speed\", \"op\": \"lessThan\", \"value\": 130.01}"

# Feel: the camera trails a walking hero by less than 32 px and catches up.
playtest "feel: camera" Vault 400 "{\"type\": \"press\", \"action\": \"right\", \"frames\": 118}, {\"type\": \"wait\", \"frames\": 60},
  {\"type\": \"assertProperty\", \"entity\": \"Main Camera\", \"property\": \"Transform.position.x\", \"greaterThan\": 320},
  {\"type\": \"assertSettledBy\", \"entity\": \"Main Camera\", \"frame\": 178, \"epsilon\": 0.1}"

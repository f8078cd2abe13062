# Play-tests of the template "platformer"; read by build.sh.
START='{"type": "press", "action": "action"}, {"type": "wait", "frames": 1}'
RIGHT='{"type": "setAction", "action": "right", "down": true, "frames": 0}'
wait_() { printf '{"type": "wait", "frames": %s}' "$1"; }
jump() { printf '{"type": "press", "action": "jump", "frames": 4}'; }

# The whole game by input alone: every jump is needed.
playtest "finish the game" Menu 700 "$START, {\"type\": \"assertScene\", \"scene\": \"Level\"}, $RIGHT,
  $(wait_ 94), $(jump), $(wait_ 60), $(jump), $(wait_ 73), $(jump), $(wait_ 69), $(jump), $(wait_ 84), $(jump), $(wait_ 140),
  {\"type\": \"assertScene\", \"scene\": \"Win\"},
  {\"type\": \"assertEventCount\", \"event\": \"jumped\", \"equals\": 5},
  {\"type\": \"assertEventCount\", \"event\": \"damaged\", \"equals\": 0},
  {\"type\": \"assertAudioCount\", \"asset\": \"win\", \"action\": \"play\", \"equals\": 1},
  {\"type\": \"assertNoErrors\"}"

# Running on without a jump falls into the first pit, three times.
playtest "fall three times and lose" Level 900 "$RIGHT, $(wait_ 600),
  {\"type\": \"assertScene\", \"scene\": \"Lose\"},
  {\"type\": \"assertEventCount\", \"event\": \"damaged\", \"equals\": 3},
  {\"type\": \"assertCameraEffect\", \"effect\": \"shake\", \"min\": 3},
  {\"type\": \"assertNoErrors\"}"

# Feel: full speed in 8 frames, and a standstill in 6.
playtest "feel: run" Level 200 "$(wait_ 20), {\"type\": \"press\", \"action\": \"right\", \"frames\": 8},
  {\"type\": \"assertProperty\", \"entity\": \"Player\", \"property\": \"PhysicsBody.velocity.x\", \"equals\": 200},
  $(wait_ 6), {\"type\": \"assertProperty\", \"entity\": \"Player\", \"property\": \"PhysicsBody.velocity.x\", \"equals\": 0}"

# Feel: the jump peaks just under 80 px after 24 frames and lands after 48.
playtest "feel: jump" Level 200 "$(wait_ 20), $(jump), $(wait_ 20),
  {\"type\": \"assertProperty\", \"entity\": \"Player\", \"property\": \"PhysicsBody.velocity.y\", \"greaterThan\": -20, \"lessThan\": 20},
  $(wait_ 30), {\"type\": \"assertProperty\", \"entity\": \"Player\", \"property\": \"PhysicsBody.grounded\", \"equals\": true},
  {\"type\": \"assertPeak\", \"entity\": \"Player\", \"property\": \"y\", \"op\": \"greaterThan\", \"value\": 74},
  {\"type\": \"assertPeak\", \"entity\": \"Player\", \"property\": \"y\", \"op\": \"lessThan\", \"value\": 84}"

# Feel: a press up to 6 frames after the edge still jumps, a later one does not.
playtest "feel: coyote frames" Level 300 "$RIGHT, $(wait_ 107), $(jump),
  {\"type\": \"assertProperty\", \"entity\": \"Player\", \"property\": \"PhysicsBody.velocity.y\", \"lessThan\": -200}"
playtest "feel: no jump in the air" Level 300 "$RIGHT, $(wait_ 116), $(jump),
  {\"type\": \"assertProperty\", \"entity\": \"Player\", \"property\": \"PhysicsBody.velocity.y\", \"greaterThan\": 0},
  {\"type\": \"assertEventCount\", \"event\": \"jumped\", \"equals\": 0}"

# Feel: a press 4 frames before landing is remembered.
playtest "feel: jump buffer" Level 300 "$(wait_ 20), $(jump), $(wait_ 40), {\"type\": \"press\", \"action\": \"jump\", \"frames\": 1}, $(wait_ 8),
  {\"type\": \"assertEventCount\", \"event\": \"jumped\", \"equals\": 2},
  {\"type\": \"assertProperty\", \"entity\": \"Player\", \"property\": \"PhysicsBody.velocity.y\", \"lessThan\": 0}"

# Feel: the camera looks ahead of a running player and stays inside the level.
playtest "feel: camera" Level 400 "$(wait_ 5),
  {\"type\": \"assertProperty\", \"entity\": \"Main Camera\", \"property\": \"Transform.position.x\", \"equals\": 320},
  $RIGHT, $(wait_ 94), $(jump), $(wait_ 40),
  {\"type\": \"assertProperty\", \"entity\": \"Main Camera\", \"property\": \"Transform.position.x\", \"greaterThan\": 440, \"lessThan\": 560}"

# A coin counts and is gone.
playtest "take coins" Level 300 "$RIGHT, $(wait_ 64),
  {\"type\": \"assertEntityExists\", \"entity\": \"Coin\", \"exists\": false},
  {\"type\": \"assertProperty\", \"entity\": \"Score\", \"property\": \"Text.content\", \"equals\": \"score 1\"},
  {\"type\": \"assertAudioCount\", \"asset\": \"coin\", \"equals\": 1}"

-- The end of the level.
local M = {}

function M.onTriggerEnter(ctx, other)
  if other.hasTag("player") then
    ctx.audio.play("win")
    ctx.scenes.load("Win")
  end
end

return M

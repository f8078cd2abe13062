-- Whatever hurts at a touch: spikes.
local M = {}

function M.onTriggerEnter(ctx, other)
  if other.hasTag("player") then
    ctx.health.damage(other, 1)
  end
end

return M

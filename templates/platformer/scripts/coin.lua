-- A coin: worth one point, gone with a puff.
local M = {}

function M.onTriggerEnter(ctx, other)
  if other.hasTag("player") then
    ctx.state.add("score", 1)
    ctx.audio.play("coin")
    ctx.particles.burst(8)
    ctx.destroySelf()
  end
end

return M

-- One invader. The fleet moves them all; alone it only explodes.
local M = {}

function M.explode(ctx)
  ctx.state.add("score", ctx.params.points)
  ctx.audio.play("boom")
  ctx.particles.burst(14)
  ctx.destroySelf()
  ctx.events.emit("invader-down")
end

return M

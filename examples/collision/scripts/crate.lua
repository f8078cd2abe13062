-- A crate counts the first time that it is hit, and never again.
local M = {}

function M.onStart(ctx)
  ctx.vars.hit = ctx.signals.on(ctx.entity, "Collider.hit", function()
    ctx.state.add("crates", 1)
    ctx.getComponent("SpriteRenderer").color = "#00e436"
    ctx.signals.off(ctx.vars.hit)
  end)
end

return M

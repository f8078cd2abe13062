-- A lamp is lit as long as something of its layers touches it: `hit` and `separated` come in pairs.
local M = {}

function M.onStart(ctx)
  ctx.vars.touching = 0
  local function change(by)
    ctx.vars.touching = ctx.vars.touching + by
    ctx.state.add("touching", by)
    ctx.getComponent("SpriteRenderer").color = ctx.vars.touching > 0 and "#ffec27" or "#7e2553"
  end
  ctx.signals.on(ctx.entity, "Collider.hit", function() change(1) end)
  ctx.signals.on(ctx.entity, "Collider.separated", function() change(-1) end)
end

return M

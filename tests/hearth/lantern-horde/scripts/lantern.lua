local M = {}

function M.onEvent(ctx, name, data)
  if name == "damaged" and data.entity == ctx.entity.name then
    ctx.audio.play("hurt")
    ctx.effects.flash("#ff4757", 0.2)
    ctx.getComponent("Light2D").radius = 40 * data.current
    if ctx.state.get("shake") then
      ctx.camera.shake(3, 0.15, { seed = data.current })
    end
  end
  if name == "died" and data.entity == ctx.entity.name then
    ctx.state.add("deaths", 1)
    ctx.scenes.load(ctx.scenes.current.id)
  end
end

return M

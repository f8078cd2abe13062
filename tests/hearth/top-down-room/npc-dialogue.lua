local M = {}

function M.onUpdate(ctx)
  local player = ctx.scene.find("Player")
  if not player or not ctx.input.justPressed("action") then
    return
  end
  if ctx.math.distance(player.transform.position, ctx.transform.position) <= ctx.params.radius then
    ctx.scene.find("DialogueText").getComponent("Text").content = ctx.params.line
  end
end

return M

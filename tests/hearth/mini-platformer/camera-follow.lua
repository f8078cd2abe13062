-- The camera keeps level with the player, never left of the start of the level.
local M = {}

function M.onUpdate(ctx)
  local player = ctx.scene.find("Player")
  if player then
    ctx.camera.setPosition(math.max(400, player.transform.position.x), 300)
  end
end

return M

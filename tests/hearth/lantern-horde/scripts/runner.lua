local M = {}

function M.onUpdate(ctx)
  if ctx.transform.position.y > ctx.params.depth then
    ctx.respawn(ctx.entity)
  end
end

return M

local M = {}

local function has_tag(entity, tag)
  for _, t in ipairs(entity.tags) do
    if t == tag then
      return true
    end
  end
  return false
end

function M.onCollision(ctx, other)
  if has_tag(other, "player") then
    ctx.state.add("score", 1)
    ctx.audio.play("coin-sound")
    ctx.destroySelf()
  end
end

return M

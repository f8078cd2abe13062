local M = {}

function M.onCollision(ctx, other)
  for _, tag in ipairs(other.tags) do
    if tag == "player" then
      ctx.audio.play("hit-sound")
      ctx.respawn(other)
    end
  end
end

return M

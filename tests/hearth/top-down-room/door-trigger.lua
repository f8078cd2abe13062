-- Opens at a touch: the door's picture fades and a line is shown.
local M = {}

function M.onCollision(ctx, other)
  for _, tag in ipairs(other.tags) do
    if tag == "player" and not ctx.vars.open then
      ctx.vars.open = true
      ctx.tweens.to("SpriteRenderer.opacity", 0.2, 0.5, { easing = "easeOut" })
      ctx.scene.find("DialogueText").getComponent("Text").content = "The door is open."
      ctx.events.emit("door-opened", { by = other.name })
    end
  end
end

return M

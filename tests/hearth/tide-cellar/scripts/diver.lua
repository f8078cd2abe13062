-- Steered by two axes; a dash for some frames; walls are felt.
local tags = require("lib/tags")

local M = {}

function M.onStart(ctx)
  ctx.vars.dash = 0
  ctx.camera.fade(0, 0.2)
  ctx.camera.follow("Player")
end

function M.onUpdate(ctx)
  if ctx.input.justPressed("dash") and ctx.vars.dash == 0 then
    ctx.vars.dash = ctx.params.dashFrames
    ctx.camera.zoomPunch(1.1, 0.2)
  end
  local speed = ctx.vars.dash > 0 and ctx.params.dash or ctx.params.speed
  ctx.vars.dash = math.max(0, ctx.vars.dash - 1)
  local velocity = ctx.getComponent("PhysicsBody").velocity
  velocity.x = ctx.input.axis("moveX") * speed
  velocity.y = ctx.input.axis("moveY") * speed
end

function M.onCollision(ctx, other)
  if not tags.has(other, "wall") then
    return
  end
  local touching = {}
  for _, contact in ipairs(ctx.collisions) do
    if contact.other == other and not contact.trigger then
      touching[#touching + 1] = contact
    end
  end
  ctx.events.emit("bump", { wall = other.name, x = touching[1].normal.x })
  ctx.audio.play("thud", { volume = 0.6 })
  ctx.camera.flash("#ffffff", 0.1)
  if ctx.state.get("shake") then
    ctx.camera.shake(6, 0.2)
  end
end

return M

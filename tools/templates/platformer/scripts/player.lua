-- The player: running and jumping are the CharacterController's; here are sounds, dust and what a hit does.
local M = {}

local FALL_LINE = 520 -- px: below it the player has fallen out of the level

local function face(ctx)
  local vx = ctx.getComponent("PhysicsBody").velocity.x
  if vx ~= 0 then
    ctx.getComponent("SpriteRenderer").flipX = vx < 0
  end
end

function M.onStart(ctx)
  ctx.vars.grounded = true
  ctx.events.on("jumped", function()
    ctx.audio.play("jump")
    ctx.particles.burst(4)
  end)
  ctx.events.on("damaged", function(data)
    ctx.audio.play("hurt")
    ctx.camera.shake(6, 0.25)
    ctx.camera.flash("#ff5555", 0.15)
    if data.current > 0 then
      ctx.respawn("Player")
    end
  end)
  ctx.events.on("died", function()
    ctx.scenes.load("Lose")
  end)
end

function M.onUpdate(ctx)
  face(ctx)
  local grounded = ctx.isGrounded()
  if grounded and not ctx.vars.grounded then
    ctx.particles.burst(6)
  end
  ctx.vars.grounded = grounded
  if ctx.transform.position.y > FALL_LINE then
    ctx.health.damage("Player", 1)
    ctx.respawn("Player")
  end
end

return M

-- Movement is the CharacterController's; this adds the sound of a jump and the fall into the pit.
local M = {}

function M.onStart(ctx)
  ctx.events.on("jumped", function()
    ctx.audio.play("jump-sound")
  end)
end

function M.onUpdate(ctx)
  if ctx.transform.position.y > 700 then
    ctx.respawn("Player")
  end
end

return M

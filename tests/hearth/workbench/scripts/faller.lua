-- Falls onto the maze and tells what it stands on.
local is = require("lib/check").is

local M = {}

function M.onCollision(ctx, other)
  is(ctx, "onCollision other", other.name, "Maze")
  ctx.events.emit("landed", {})
end

function M.onUpdate(ctx)
  if ctx.time.frame == 0 then
    is(ctx, "in the air", ctx.isGrounded(), false)
  end
  if ctx.time.frame == 19 then
    local contacts = ctx.collisions
    is(ctx, "on the ground", ctx.isGrounded(), true)
    is(ctx, "contacts", #contacts, 1)
    is(ctx, "contact other", contacts[1].other.id, "ent_maze")
    is(ctx, "contact trigger", contacts[1].trigger, false)
    is(ctx, "contact normal x", contacts[1].normal.x, 0)
    is(ctx, "contact normal y", contacts[1].normal.y, -1)
  end
end

return M

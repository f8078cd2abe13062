-- What a member gave against what the manual says; a difference is logged and emitted.
local M = {}

local function differs(ctx, what, got, wanted)
  ctx.log("differs:", what, got, wanted)
  ctx.events.emit("mismatch", { what = what })
end

function M.is(ctx, what, got, wanted)
  ctx.state.add("checks", 1)
  if got ~= wanted then
    differs(ctx, what, got, wanted)
  end
end

function M.near(ctx, what, got, wanted)
  ctx.state.add("checks", 1)
  if not (math.abs(got - wanted) < 1e-9) then
    differs(ctx, what, got, wanted)
  end
end

function M.none(ctx, what, got)
  ctx.state.add("checks", 1)
  if got ~= nil then
    differs(ctx, what, got, "nothing")
  end
end

function M.point(ctx, what, got, x, y)
  ctx.state.add("checks", 1)
  if not (math.abs(got.x - x) < 1e-9 and math.abs(got.y - y) < 1e-9) then
    differs(ctx, what, got, { x = x, y = y })
  end
end

function M.throws(ctx, what, call)
  ctx.state.add("checks", 1)
  if pcall(call) then
    differs(ctx, what, "no error", "an error")
  end
end

return M

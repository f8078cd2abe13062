-- Shows one line after the other; the last one stays. The line is counted from 0, as in the
-- JavaScript version, so that both leave the same state.
local M = {}

local function show(ctx)
  local lines = ctx.params.lines
  local last = ctx.vars.line == #lines - 1
  ctx.getComponent("Text").content = lines[ctx.vars.line + 1] .. (last and "" or "  [E to continue]")
end

function M.onStart(ctx)
  ctx.vars.line = 0
  show(ctx)
end

function M.onUpdate(ctx)
  if ctx.input.justPressed("action") and ctx.vars.line < #ctx.params.lines - 1 then
    ctx.vars.line = ctx.vars.line + 1
    show(ctx)
  end
end

return M

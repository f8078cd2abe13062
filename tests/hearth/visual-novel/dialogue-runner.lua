-- Shows one line after the other; the last one stays.
local M = {}

local function show(ctx)
  local lines = ctx.params.lines
  local last = ctx.vars.line == #lines
  ctx.getComponent("Text").content = lines[ctx.vars.line] .. (last and "" or "  [E to continue]")
end

function M.onStart(ctx)
  ctx.vars.line = 1
  show(ctx)
end

function M.onUpdate(ctx)
  if ctx.input.justPressed("action") and ctx.vars.line < #ctx.params.lines then
    ctx.vars.line = ctx.vars.line + 1
    show(ctx)
  end
end

return M

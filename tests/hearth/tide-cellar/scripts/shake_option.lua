local M = {}

function M.onStart(ctx)
  ctx.getComponent("UIToggle").value = ctx.state.get("shake")
end

function M.onUiEvent(ctx, event)
  if event.type == "change" then
    ctx.state.set("shake", event.value)
  end
end

return M

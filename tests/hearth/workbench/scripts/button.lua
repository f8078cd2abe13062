-- Emits the event of its params at a click, or at a change of a widget.
local M = {}

function M.onUiEvent(ctx, event)
  if event.type == (ctx.params.event == "play" and "click" or "change") then
    ctx.events.emit(ctx.params.event, { value = event.value })
  end
end

return M

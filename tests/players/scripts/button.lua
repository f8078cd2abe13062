return {
  onUiEvent = function(ctx, event)
    if event.type == "click" then ctx.state.add("clicks", 1) end
    if event.type == "release" then ctx.state.add("releases", 1) end
  end,
}

-- Tells how often it was talked to, by whom.
return {
  onInteract = function(ctx, initiator)
    ctx.events.emit("talked", { by = initiator.name })
  end,
}

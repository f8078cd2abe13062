-- Tells whom it met: a shot ends both, the ship ends the game.
return {
  onTriggerEnter = function(ctx, other)
    if other.hasTag("shot") then
      other.destroy()
      local at = ctx.transform.position
      ctx.events.emit("rock-hit", { tier = ctx.params.tier, x = at.x, y = at.y })
      ctx.destroySelf()
    elseif other.hasTag("ship") then
      ctx.events.emit("ship-hit")
    end
  end,
}

-- Asks for its sounds before the first shot: in a window the game holds until they are loaded. A shot is two samples at once, on the bus of effects.
return {
  onStart = function(ctx)
    ctx.assets.preload({ "shot", "boom" }, {
      hold = true, group = "gun",
      onDone = function() ctx.state.set("ready", ctx.assets.status().failed == 0) end,
    })
    ctx.state.set("volume", ctx.audio.bus("sfx").volume * 100)
  end,
  onUpdate = function(ctx)
    if ctx.input.justPressed("action") then
      local pan = ctx.random.range(-1, 1)
      ctx.audio.play("shot", { bus = "sfx", pan = pan, pitch = ctx.random.range(0.9, 1.1) })
      ctx.audio.play("boom", { bus = "sfx", volume = 0.5, pan = pan })
      ctx.state.add("shots", 1)
    end
    local turn = (ctx.input.justPressed("louder") and 10 or 0) - (ctx.input.justPressed("softer") and 10 or 0)
    if turn ~= 0 then
      local volume = ctx.math.clamp(ctx.state.get("volume") + turn, 0, 100)
      ctx.audio.setBus("sfx", { volume = volume / 100 })
      ctx.state.set("volume", volume)
    end
  end,
}

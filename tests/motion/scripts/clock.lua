-- Timers whose beats are counted, and a look at the length of every step.
return {
  onStart = function(ctx)
    ctx.timers.every(0.125, function() ctx.events.emit("beat") end)
    ctx.time.every(0.001, function() ctx.events.emit("tick") end)
    local told = {}
    local function tell(what) return function() told[#told + 1] = what end end
    ctx.time.after(0.5, tell("a"))
    ctx.time.after(0.499, tell("b"))
    ctx.time.after(0.5, tell("c"))
    ctx.time.after(0.8, function()
      ctx.events.emit(table.concat(told) == "bac" and "right order" or "late order", { told = table.concat(told) })
    end)
  end,
  onUpdate = function(ctx, dt)
    local expected = ctx.time.frame / 60
    ctx.events.emit(dt == 1 / 60 and math.abs(ctx.time.elapsed - expected) < 1e-9 and "step" or "odd step")
  end,
}

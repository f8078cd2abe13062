-- Counts who comes and goes, and binds jump anew to whatever is pressed after `rebind`.
return {
  onStart = function(ctx)
    ctx.signals.on(nil, "joined", function() ctx.state.add("joined", 1) end)
    ctx.signals.on(nil, "left", function() ctx.state.add("left", 1) end)
  end,
  onUpdate = function(ctx)
    local down = 0
    for i, p in ipairs(ctx.input.pointers()) do
      if i > 1 and p.down then down = down + 1 end
    end
    ctx.state.set("fingers", down)
    if ctx.vars.asking then
      local source = ctx.input.pressedSource()
      if source then
        ctx.vars.asking = false
        ctx.state.set("source", source)
        ctx.input.rebind("jump", {source})
      end
    elseif ctx.input.justPressed("rebind") then
      ctx.vars.asking = true
    end
  end,
}

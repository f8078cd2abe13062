-- Goes to the next scene; without one, back to the scene below.
return {
  onUpdate = function(ctx)
    if ctx.input.justPressed("action") and not ctx.vars.left then
      ctx.vars.left = true
      if ctx.params.next then ctx.scenes.load(ctx.params.next) else ctx.scenes.pop() end
    end
  end,
}

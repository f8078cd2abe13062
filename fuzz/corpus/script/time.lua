return { onStart = function(ctx) ctx.time.tween({from = 0, to = 1, seconds = 1, onUpdate = function(v) ctx.vars.v = v end}) ctx.timers.every(0, function() ctx.state.get("x") end) end }

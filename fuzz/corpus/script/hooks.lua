return { onStart = function(ctx) ctx.vars.n = {1, 2} end, onUpdate = function(ctx, dt) ctx.transform.position.x = ctx.transform.position.x + 60 * dt end }

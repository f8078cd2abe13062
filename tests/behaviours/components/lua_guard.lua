-- Walks right until it has gone 40 px, then rests and tells so.
return {
  role = "lua-guard",
  driver = "TopDownMotor",
  signals = { "tired" },
  initial = "walk",
  states = {
    walk = {
      transitions = { { on = "signal:tired", to = "rest" } },
      enter = function(self, ctx)
        ctx.vars.from = ctx.transform.position.x
      end,
      update = function(self, ctx, dt)
        ctx.transform.position.x = ctx.transform.position.x + 60 * dt
        if ctx.transform.position.x - ctx.vars.from >= 39.9 then
          ctx.states.signal("tired")
        end
      end,
    },
    rest = {
      enter = function(self, ctx, from)
        ctx.events.emit("rested", { who = "lua", from = from })
      end,
    },
  },
}

-- Every hundred steps throws its body about, by much of what a machine can calculate.
return {
  onUpdate = function(ctx)
    if ctx.time.frame % 100 ~= 50 then return end
    local x = ctx.transform.position.x
    local velocity = ctx.getComponent("PhysicsBody").velocity
    local turn = math.sin(x) ^ 3 + math.sqrt(math.abs(x)) / 40 + math.exp(-math.abs(x) / 500)
    velocity.x = velocity.x + 300 * turn * (math.random() - 0.5)
    velocity.y = velocity.y - 200 * math.abs(turn) - tonumber(string.format("%.14g", x / 7))
    ctx.events.emit("shaken")
  end,
}

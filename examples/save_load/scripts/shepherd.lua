-- Saves the dog by its name and the sheep by their order: the scene builds itself, so the save holds only where everything is.
local function place(e)
  return { x = e.transform.position.x, y = e.transform.position.y }
end

local function put(e, at)
  e.transform.position = { x = at.x, y = at.y }
end

local function save(ctx)
  local data = { dog = place(ctx.scene.find("Dog")), flock = {} }
  for _, sheep in ipairs(ctx.scene.findByTag("sheep")) do
    data.flock[#data.flock + 1] = place(sheep)
  end
  ctx.saves.write("meadow", data)
  ctx.events.emit("saved")
end

local function load(ctx)
  local data = ctx.saves.read("meadow", nil)
  if not data then return end
  put(ctx.scene.find("Dog"), data.dog)
  for i, sheep in ipairs(ctx.scene.findByTag("sheep")) do
    if data.flock[i] then put(sheep, data.flock[i]) end
  end
  ctx.events.emit("loaded")
end

return {
  onStart = function(ctx) load(ctx) end,
  onUpdate = function(ctx)
    if ctx.input.justPressed("action") then save(ctx) end
    if ctx.input.justPressed("jump") then load(ctx) end
    if ctx.input.justPressed("again") then ctx.scenes.load("Main") end
    if ctx.input.justPressed("forget") then ctx.saves.delete("meadow") end
    ctx.state.set("saved", ctx.saves.exists("meadow"))
  end,
}

-- Only the sentence with a count is written by the script; all other texts follow the language by their key.
local function tell(ctx)
  ctx.getComponent("Text").content = ctx.text.get("apples", { count = ctx.vars.apples })
end

return {
  onStart = function(ctx)
    ctx.vars.apples = 0
    local saved = ctx.load("language")
    if saved then ctx.text.setLocale(saved) end
    tell(ctx)
  end,
  onUpdate = function(ctx)
    if ctx.input.justPressed("action") then
      ctx.vars.apples = ctx.vars.apples + 1
      tell(ctx)
    elseif ctx.input.justPressed("jump") then
      local other = ctx.text.locale() == "en" and "pl" or "en"
      ctx.text.setLocale(other)
      ctx.save("language", other)
      tell(ctx)
    elseif ctx.input.justPressed("again") then
      ctx.scenes.load("Main")
    end
  end,
}

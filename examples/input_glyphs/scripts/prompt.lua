-- Names the control that the action has on the device in hand. The first source of that device in hob.json (or as the player bound it) is shown.
local GLYPHS = {
  Space = "SPACE", KeyE = "E", ["pad:a"] = "(A)", ["pad:b"] = "(B)", ["pad:x"] = "[X]", ["pad:y"] = "[Y]",
}

return {
  onUpdate = function(ctx)
    local device = ctx.input.device()
    if device == ctx.vars.device and not ctx.input.justPressed("swap") then return end
    ctx.vars.device = device
    if ctx.input.justPressed("swap") then
      ctx.input.rebind("jump", { "KeyE", "pad:b" })
    end
    for _, source in ipairs(ctx.input.bindings("jump")) do
      local is_pad = source:sub(1, 4) == "pad:"
      if is_pad == (device == "pad") then
        ctx.getComponent("Text").content = (GLYPHS[source] or source) .. "  jump"
        break
      end
    end
  end,
}

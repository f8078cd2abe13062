-- The list of effects is replaced as a whole.
local M = {}

function M.onUiEvent(ctx, event)
  if event.type == "change" then
    local camera = ctx.scene.find("Main Camera").getComponent("Camera")
    local others = {}
    for _, effect in ipairs(camera.postEffects) do
      if effect.type ~= "crt" then
        others[#others + 1] = effect
      end
    end
    if event.value then
      others[#others + 1] = { type = "crt" }
    end
    camera.postEffects = others
  end
end

return M

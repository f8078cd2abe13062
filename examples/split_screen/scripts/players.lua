-- Whoever joins gets a walker, a camera and a line of text; whoever leaves takes them along. Seat 0 is there from the start.
local COLORS = { "#ffa300", "#29adff" }

local function welcome(ctx, seat)
  ctx.scene.spawn({
    name = "Walker " .. seat, owner = seat, tags = { "seat" .. seat },
    position = { x = 400 + 160 * seat, y = 360 },
    components = {
      SpriteRenderer = { width = 28, height = 36, color = COLORS[seat + 1], layer = 2 },
      CharacterBody = { speed = 150 },
      PlayerController = {},
      CameraFollow = { seat = seat },
    },
  })
  ctx.scene.spawn({
    name = "Camera " .. seat, tags = { "seat" .. seat },
    components = { Camera = { seat = seat, isMain = seat == 0, limits = { minX = 0, minY = 0, maxX = 960, maxY = 720 } } },
  })
  ctx.scene.spawn({
    name = "HUD " .. seat, tags = { "seat" .. seat },
    components = {
      UIElement = { seat = seat, anchor = "top-left", offset = { x = 80, y = 20 } },
      Text = { content = "player " .. (seat + 1), fontSize = 18, color = COLORS[seat + 1], layer = 10 },
    },
  })
end

return {
  onStart = function(ctx)
    welcome(ctx, 0)
    ctx.signals.on(nil, "joined", function(seat) welcome(ctx, seat) end)
    ctx.signals.on(nil, "left", function(seat)
      for _, e in ipairs(ctx.scene.findByTag("seat" .. seat)) do e.destroy() end
    end)
  end,
}

-- Saves of version 1 held only the flock, as pairs. One function a version: it gets the data and returns those of the next.
return {
  function(old)
    local flock = {}
    for i, pair in ipairs(old) do
      flock[i] = { x = pair[1], y = pair[2] }
    end
    return { dog = { x = 320, y = 380 }, flock = flock }
  end,
}

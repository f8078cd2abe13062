local M = {}

function M.has(entity, tag)
  for _, t in ipairs(entity.tags) do
    if t == tag then
      return true
    end
  end
  return false
end

return M

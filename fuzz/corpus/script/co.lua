local co = coroutine.wrap(function(ctx) while true do for i = 1, 3 do ctx = coroutine.yield(i) end end end) return { onUpdate = function(ctx) pcall(co, ctx) end }

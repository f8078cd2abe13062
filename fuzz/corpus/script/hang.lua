return { onUpdate = function(ctx) while true do pcall(string.find, ("a"):rep(99), ("a?"):rep(99)) end end }

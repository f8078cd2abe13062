export default { onUpdate(ctx) { const h = ctx.scene.spawn({name: "S", components: {Health: {max: 2}}}); h.destroy(); ctx.events.emit("e", {h}); }, onEvent(ctx, n, d) { ctx.log(n, d); } };

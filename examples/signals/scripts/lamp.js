// The lamp is lit while something lies on the plate; a press of `action` ends its two connections or makes them again.
function light(ctx, lit) {
  ctx.getComponent("SpriteRenderer").color = lit ? "#ffec27" : "#5f574f";
}

function connect(ctx) {
  const plate = ctx.scene.find(ctx.params.plate);
  ctx.vars.connections = [
    ctx.signals.on(plate, "Collider.hit", () => light(ctx, true)),
    ctx.signals.on(plate, "Collider.separated", () => light(ctx, false)),
  ];
}

function disconnect(ctx) {
  ctx.vars.connections.forEach((id) => ctx.signals.off(id));
  ctx.vars.connections = [];
  light(ctx, false);
}

export default {
  onStart: connect,

  onUpdate(ctx) {
    if (!ctx.input.justPressed("action")) {
      return;
    }
    const joined = ctx.vars.connections.length > 0;
    joined ? disconnect(ctx) : connect(ctx);
    ctx.scene.find("State").getComponent("Text").content = joined ? "cut" : "connected";
  },
};

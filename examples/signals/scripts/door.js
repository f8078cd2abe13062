// The door is open while something lies on the plate. The plate knows nothing of doors.
function set(ctx, open) {
  ctx.getComponent("SpriteRenderer").visible = !open;
  ctx.getComponent("Collider").kind = open ? "none" : "solid";
}

export default {
  onStart(ctx) {
    const plate = ctx.scene.find(ctx.params.plate);
    ctx.signals.on(plate, "Collider.hit", () => set(ctx, true));
    ctx.signals.on(plate, "Collider.separated", () => set(ctx, false));
  },
};

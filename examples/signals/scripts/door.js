// Wires of the plate call these; neither script names the other.
function set(ctx, open) {
  ctx.getComponent("SpriteRenderer").visible = !open;
  ctx.getComponent("Collider").kind = open ? "none" : "solid";
}

export default {
  open(ctx) {
    set(ctx, true);
  },
  shut(ctx) {
    set(ctx, false);
  },
};

// Steered by two axes; a dash for some frames; walls are felt.
const tags = require("lib/tags");

export default {
  onStart(ctx) {
    ctx.vars.dash = 0;
    ctx.camera.fade(0, 0.2);
    ctx.camera.follow("Player");
  },
  onUpdate(ctx) {
    if (ctx.input.justPressed("dash") && ctx.vars.dash === 0) {
      ctx.vars.dash = ctx.params.dashFrames;
      ctx.camera.zoomPunch(1.1, 0.2);
    }
    const speed = ctx.vars.dash > 0 ? ctx.params.dash : ctx.params.speed;
    ctx.vars.dash = Math.max(0, ctx.vars.dash - 1);
    const velocity = ctx.getComponent("PhysicsBody").velocity;
    velocity.x = ctx.input.axis("moveX") * speed;
    velocity.y = ctx.input.axis("moveY") * speed;
  },
  onCollision(ctx, other) {
    if (!tags.has(other, "wall")) {
      return;
    }
    const touching = ctx.collisions.filter((c) => c.other === other && !c.trigger);
    ctx.events.emit("bump", { wall: other.name, x: touching[0].normal.x });
    ctx.audio.play("thud", { volume: 0.6 });
    ctx.camera.flash("#ffffff", 0.1);
    if (ctx.state.get("shake")) {
      ctx.camera.shake(6, 0.2);
    }
  },
};

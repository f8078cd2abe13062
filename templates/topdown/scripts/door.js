// Shut until every gem is taken; then it slides away and leads out.
export default {
  onStart(ctx) {
    ctx.events.on("door-open", () => {
      ctx.audio.play("door");
      ctx.getComponent("Collider").kind = "sensor";
      ctx.tweens.to("SpriteRenderer.opacity", 0.25, 0.4, { easing: "easeOut" });
      ctx.vars.open = true;
    });
  },

  onTriggerEnter(ctx, other) {
    if (ctx.vars.open && other.hasTag("hero")) {
      ctx.scenes.load("Win");
    }
  },
};

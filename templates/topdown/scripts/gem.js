// A gem. The last one opens the door.
export default {
  onTriggerEnter(ctx, other) {
    if (!other.hasTag("hero")) {
      return;
    }
    ctx.state.add("gems", 1);
    ctx.audio.play("gem");
    ctx.particles.burst(10);
    ctx.destroySelf();
    if (ctx.scene.findByTag("gem").length === 0) {
      ctx.events.emit("door-open");
    }
  },
};

export default {
  onCollision(ctx, other) {
    ctx.scene.spawnPrefab("Sparkle", { position: ctx.transform.position });
    ctx.audio.play("chime");
    ctx.state.add("gems", 1);
    ctx.events.emit("gem", { by: other.name });
    ctx.destroySelf();
  },
};

export default {
  onCollision(ctx, other) {
    if (other.tags.includes("player")) {
      ctx.state.add("score", 1);
      ctx.audio.play("coin-sound");
      ctx.destroySelf();
    }
  },
};

export default {
  onCollision(ctx, other) {
    if (other.tags.includes("player")) {
      ctx.audio.play("hit-sound");
      ctx.respawn(other);
    }
  },
};

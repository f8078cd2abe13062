// Walks `range` px to each side of its place at `speed` px/s; a touch sends the player back.
export default {
  onStart(ctx) {
    ctx.vars.from = ctx.transform.position.x;
    ctx.vars.direction = 1;
  },
  onUpdate(ctx, dt) {
    const { range, speed } = ctx.params;
    const position = ctx.transform.position;
    position.x += ctx.vars.direction * speed * dt;
    if (Math.abs(position.x - ctx.vars.from) > range) {
      position.x = ctx.vars.from + ctx.vars.direction * range;
      ctx.vars.direction = -ctx.vars.direction;
    }
    ctx.getComponent("SpriteRenderer").flipX = ctx.vars.direction < 0;
  },
  onCollision(ctx, other) {
    if (other.tags.includes("player")) {
      ctx.audio.play("hit-sound");
      ctx.respawn(other);
    }
  },
};

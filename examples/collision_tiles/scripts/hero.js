// What stops the hero is told to onBlocked, once each time it begins; a spike costs a life.
export default {
  onBlocked(ctx, by) {
    if (by.layer !== "spike") {
      return;
    }
    ctx.health.damage(ctx.entity, 1);
    ctx.camera.shake(4, 0.2);
    if (ctx.getComponent("Health").current <= 0) {
      ctx.health.heal(ctx.entity, 3);
    }
    ctx.respawn(ctx.entity);
  },
};

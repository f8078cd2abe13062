// A platform that moves to and fro, up and down or in a circle, by the speeds in params.
module.exports = {
  onUpdate(ctx) {
    const phase = ctx.time.frame / 30;
    const velocity = ctx.getComponent("PhysicsBody").velocity;
    velocity.x = ctx.params.x * Math.cos(phase);
    velocity.y = ctx.params.y * Math.sin(phase);
  },
};

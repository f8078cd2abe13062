export default {
  onUpdate(ctx) {
    const held = (action) => (ctx.input.isDown(action) ? 1 : 0);
    const way = ctx.math.normalize({ x: held("right") - held("left"), y: held("down") - held("up") });
    const body = ctx.getComponent("PhysicsBody");
    body.velocity.x = way.x * ctx.params.speed;
    body.velocity.y = way.y * ctx.params.speed;
  },
};

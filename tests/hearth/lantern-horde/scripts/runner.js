export default {
  onUpdate(ctx) {
    if (ctx.transform.position.y > ctx.params.depth) {
      ctx.respawn(ctx.entity);
    }
  },
};

// Goes; what it carries stays, without the cart's place.
export default {
  onUpdate(ctx) {
    if (ctx.time.frame === ctx.params.frame) {
      ctx.destroySelf();
    }
  },
};

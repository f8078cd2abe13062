// Lives as long as its params say.
export default {
  onStart(ctx) {
    ctx.timers.after(ctx.params.seconds, () => ctx.destroySelf());
  },
};

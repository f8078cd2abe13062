// Goes away in the frame that its params name; the hook that runs is finished.
export default {
  onUpdate(ctx) {
    if (ctx.time.frame === ctx.params.at) {
      ctx.destroySelf();
      ctx.events.emit("mayfly gone", {});
    }
  },
};

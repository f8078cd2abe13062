export default {
  onEvent(ctx, name, data) {
    if (name === "damaged" && data.entity === ctx.entity.name) {
      ctx.audio.play("hurt");
      ctx.effects.flash("#ff4757", 0.2);
      ctx.getComponent("Light2D").radius = 40 * data.current;
      if (ctx.state.get("shake")) {
        ctx.camera.shake(3, 0.15, { seed: data.current });
      }
    }
    if (name === "died" && data.entity === ctx.entity.name) {
      ctx.state.add("deaths", 1);
      ctx.scenes.load(ctx.scenes.current.id);
    }
  },
};

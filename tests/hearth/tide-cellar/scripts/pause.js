// The pause panel is made when it is needed; destroying its root leaves the rest, so all of it goes
// by its tag.
const close = (ctx) => {
  for (const entity of ctx.scene.findByTag("pause-ui")) {
    entity.destroy();
  }
  ctx.game.resume();
};

export default {
  onStart(ctx) {
    ctx.events.on("resume", () => close(ctx));
  },
  onUpdate(ctx) {
    if (ctx.input.justPressed("pause")) {
      if (ctx.game.isPaused()) {
        close(ctx);
      } else {
        ctx.game.pause();
        ctx.scene.spawnPrefab("Pause Panel", {});
        ctx.ui.focus("Resume");
      }
    } else if (ctx.game.isPaused() && ctx.input.justPressed("confirm")) {
      ctx.ui.activate();
    }
  },
};

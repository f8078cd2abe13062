// Music, focus by keys, and the way into the game.
export default {
  onStart(ctx) {
    ctx.audio.playMusic("theme", { volume: ctx.state.get("volume"), fadeIn: 1 });
    ctx.camera.fade(0, 0.2);
    ctx.ui.focus("Start");
    ctx.events.on("start", () => {
      ctx.camera.fade(1, 0.25, { color: "#05070a", onComplete: () => ctx.scenes.load("Cellar") });
    });
  },
  onUpdate(ctx) {
    for (const way of ["up", "down"]) {
      if (ctx.input.justPressed(way)) {
        ctx.ui.moveFocus(way);
      }
    }
    if (ctx.input.justPressed("confirm")) {
      ctx.ui.activate();
    }
  },
};

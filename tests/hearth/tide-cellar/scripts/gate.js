// When all gems are there the screen goes dark and the menu comes back.
export default {
  onEvent(ctx, name, data) {
    if (name !== "stateChanged" || data.key !== "gems" || data.value < ctx.params.needed) {
      return;
    }
    ctx.state.add("runs", 1);
    ctx.camera.fade(1, 0.5, {
      color: "#101010",
      onComplete: () => {
        ctx.state.reset("gems");
        ctx.scenes.load("Menu");
      },
    });
  },
};

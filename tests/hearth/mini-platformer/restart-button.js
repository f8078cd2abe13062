export default {
  onUiEvent(ctx, event) {
    if (event.type === "click") {
      ctx.audio.play("click-sound");
      ctx.state.reset();
      ctx.scenes.load(ctx.scenes.current.id);
    }
  },
};

export default {
  onStart(ctx) {
    ctx.getComponent("UISlider").value = ctx.state.get("volume");
  },
  onUiEvent(ctx, event) {
    if (event.type === "change") {
      ctx.state.set("volume", event.value);
      ctx.audio.setMusicVolume(event.value, { fade: 0.1 });
      ctx.events.emit("volume", { value: event.value });
    }
  },
};

export default {
  onStart(ctx) {
    ctx.getComponent("UIToggle").value = ctx.state.get("shake");
  },
  onUiEvent(ctx, event) {
    if (event.type === "change") {
      ctx.state.set("shake", event.value);
    }
  },
};

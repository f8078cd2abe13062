// A screen that waits for a press or a click and goes on to the scene in `params.next`.
function go(ctx) {
  if (ctx.vars.left) {
    return;
  }
  ctx.vars.left = true;
  ctx.audio.play("blip");
  if (ctx.params.restart) {
    ctx.state.reset();
  }
  ctx.scenes.load(ctx.params.next);
}

export default {
  onUpdate(ctx) {
    if (ctx.input.justPressed("action")) {
      go(ctx);
    }
  },
  onUiEvent(ctx, event) {
    if (event.type === "click") {
      go(ctx);
    }
  },
};

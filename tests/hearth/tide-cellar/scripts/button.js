export default {
  onUiEvent(ctx, event) {
    if (event.type === "click") {
      ctx.events.emit(ctx.params.event, { x: event.x, y: event.y });
    }
  },
};

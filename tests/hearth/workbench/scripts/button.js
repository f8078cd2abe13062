// Emits the event of its params at a click, or at a change of a widget.
export default {
  onUiEvent(ctx, event) {
    if (event.type === (ctx.params.event === "play" ? "click" : "change")) {
      ctx.events.emit(ctx.params.event, { value: event.value ?? null });
    }
  },
};

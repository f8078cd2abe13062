// The list of effects is replaced as a whole.
export default {
  onUiEvent(ctx, event) {
    if (event.type === "change") {
      const camera = ctx.scene.find("Main Camera").getComponent("Camera");
      const others = camera.postEffects.filter((effect) => effect.type !== "crt");
      camera.postEffects = event.value ? [...others, { type: "crt" }] : others;
    }
  },
};

export default {
  onUpdate(ctx) {
    const player = ctx.scene.find("Player");
    if (!player || !ctx.input.justPressed("action")) {
      return;
    }
    if (ctx.math.distance(player.transform.position, ctx.transform.position) <= ctx.params.radius) {
      ctx.scene.find("DialogueText").getComponent("Text").content = ctx.params.line;
    }
  },
};

// Opens at a touch: the door's picture fades and a line is shown.
export default {
  onCollision(ctx, other) {
    if (!other.tags.includes("player") || ctx.vars.open) {
      return;
    }
    ctx.vars.open = true;
    ctx.tweens.to("SpriteRenderer.opacity", 0.2, 0.5, { easing: "easeOut" });
    ctx.scene.find("DialogueText").getComponent("Text").content = "The door is open.";
    ctx.events.emit("door-opened", { by: other.name });
  },
};

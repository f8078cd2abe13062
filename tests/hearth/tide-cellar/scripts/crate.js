// Flashes at a touch, then dissolves. Without a body it is a wall.
export default {
  onCollision(ctx, other) {
    if (ctx.vars.gone) {
      return;
    }
    ctx.vars.gone = true;
    ctx.events.emit("hit crate", { by: other.id });
    ctx.effects.flash("#ff8800", 0.2);
    ctx.tweens.to("SpriteEffects.dissolveAmount", 1, 0.5, {
      easing: "easeOut",
      onComplete: () => ctx.scene.destroy(ctx.entity),
    });
  },
};

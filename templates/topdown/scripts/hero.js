// The hero: walking is the CharacterController's; here are turning, steps and what being caught does.
export default {
  onStart(ctx) {
    ctx.vars.steps = 0;
    ctx.events.on("damaged", (data) => {
      ctx.audio.play("caught");
      ctx.camera.shake(5, 0.2);
      if (data.current > 0) {
        ctx.respawn("Hero");
      }
    });
    ctx.events.on("died", () => ctx.scenes.load("Lose"));
  },

  onUpdate(ctx, dt) {
    const { x, y } = ctx.getComponent("PhysicsBody").velocity;
    const speed = ctx.math.length({ x, y });
    if (x !== 0) {
      ctx.getComponent("SpriteRenderer").flipX = x < 0;
    }
    ctx.vars.steps += speed * dt;
    if (ctx.vars.steps > 48) {
      ctx.vars.steps = 0;
      ctx.particles.burst(2);
    }
  },
};

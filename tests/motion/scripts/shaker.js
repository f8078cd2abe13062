// What shaker.lua does, in the other language.
module.exports = {
  onUpdate(ctx) {
    if (ctx.time.frame % 100 !== 50) return;
    const x = ctx.transform.position.x;
    const velocity = ctx.getComponent("PhysicsBody").velocity;
    const turn = Math.sin(x) ** 3 + Math.sqrt(Math.abs(x)) / 40 + Math.exp(-Math.abs(x) / 500);
    velocity.x += 300 * turn * (Math.random() - 0.5);
    velocity.y -= 200 * Math.abs(turn) + Math.pow(Math.abs(x / 7), 0.9);
    ctx.events.emit("shaken");
  },
};

// Falls onto the maze and tells what it stands on.
const { is } = require("lib/check");

export default {
  onCollision(ctx, other) {
    is(ctx, "onCollision other", other.name, "Maze");
    ctx.events.emit("landed", {});
  },
  onUpdate(ctx) {
    if (ctx.time.frame === 0) {
      is(ctx, "in the air", ctx.isGrounded(), false);
    }
    if (ctx.time.frame === 19) {
      is(ctx, "on the ground", ctx.isGrounded(), true);
      is(ctx, "contacts", ctx.collisions.length, 1);
      is(ctx, "contact other", ctx.collisions[0].other.id, "ent_maze");
      is(ctx, "contact trigger", ctx.collisions[0].trigger, false);
      is(ctx, "contact normal x", ctx.collisions[0].normal.x, 0);
      is(ctx, "contact normal y", ctx.collisions[0].normal.y, -1);
    }
  },
};

// Looks for the way through the cave, then goes it cell by cell.
export default {
  onUpdate(ctx, dt) {
    if (ctx.time.frame === 1) {
      const end = ctx.load("end");
      const goal = ctx.math.vec2(end.x * 32 + 16, end.y * 32 + 16);
      ctx.vars.path = ctx.scene.findPath(ctx.transform.position, goal);
      ctx.vars.next = 0;
      ctx.scene.find("Label").getComponent("Text").content = ctx.vars.path.length + " cells";
      ctx.events.emit("route", { cells: ctx.vars.path.length });
    }
    if (ctx.vars.path && ctx.vars.next < ctx.vars.path.length) {
      const goal = ctx.vars.path[ctx.vars.next];
      const left = ctx.math.distance(ctx.transform.position, goal);
      const step = ctx.params.speed * dt;
      if (left <= step) {
        ctx.transform.position = ctx.math.vec2(goal.x, goal.y);
        ctx.vars.next += 1;
        if (ctx.vars.next === ctx.vars.path.length) {
          ctx.events.emit("arrived", {});
        }
      } else {
        ctx.transform.position = ctx.math.lerpVec(ctx.transform.position, goal, step / left);
      }
    }
  },
};

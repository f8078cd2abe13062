// A guard walks between the points of `params.route`; it runs after a hero that it can reach within `params.sight` px.
const WALK = 60;
const RUN = 95;
const CLOSE = 6; // px: a point is reached

function goTowards(ctx, point, speed) {
  const here = ctx.transform.position;
  const way = ctx.math.normalize({ x: point.x - here.x, y: point.y - here.y });
  const body = ctx.getComponent("PhysicsBody");
  body.velocity.x = way.x * speed;
  body.velocity.y = way.y * speed;
}

// The next cell of the path to the hero, or null when there is none.
function chase(ctx, hero) {
  const path = ctx.scene.findPath(ctx.transform.position, hero.transform.position, { diagonals: true });
  return path && path.length > 1 ? path[1] : null;
}

export default {
  onStart(ctx) {
    ctx.vars.leg = 0;
  },

  onUpdate(ctx) {
    const hero = ctx.scene.find("Hero");
    const { route, sight } = ctx.params;
    if (hero && ctx.math.distance(hero.transform.position, ctx.transform.position) < sight) {
      const next = chase(ctx, hero);
      if (next) {
        goTowards(ctx, next, RUN);
        return;
      }
    }
    const goal = route[ctx.vars.leg % route.length];
    if (ctx.math.distance(goal, ctx.transform.position) < CLOSE) {
      ctx.vars.leg += 1;
    }
    goTowards(ctx, route[ctx.vars.leg % route.length], WALK);
  },

  onTriggerEnter(ctx, other) {
    if (other.hasTag("hero")) {
      ctx.health.damage(other, 1);
    }
  },
};

// Walks right until it has gone 40 px, then rests and tells so.
export default {
  role: "js-guard",
  driver: "TopDownMotor",
  signals: ["tired"],
  initial: "walk",
  states: {
    walk: {
      transitions: [{ on: "signal:tired", to: "rest" }],
      enter(self, ctx) {
        ctx.vars.from = ctx.transform.position.x;
      },
      update(self, ctx, dt) {
        ctx.transform.position.x += 60 * dt;
        if (ctx.transform.position.x - ctx.vars.from >= 39.9) {
          ctx.states.signal("tired");
        }
      },
    },
    rest: {
      enter(self, ctx, from) {
        ctx.events.emit("rested", { who: "js", from });
      },
    },
  },
};

// What a member gave against what the manual says; a difference is logged and emitted.
const differs = (ctx, what, got, wanted) => {
  ctx.log("differs:", what, got, wanted);
  ctx.events.emit("mismatch", { what });
};

module.exports = {
  is(ctx, what, got, wanted) {
    ctx.state.add("checks", 1);
    if (got !== wanted) {
      differs(ctx, what, got, wanted);
    }
  },
  near(ctx, what, got, wanted) {
    ctx.state.add("checks", 1);
    if (!(Math.abs(got - wanted) < 1e-9)) {
      differs(ctx, what, got, wanted);
    }
  },
  none(ctx, what, got) {
    ctx.state.add("checks", 1);
    if (got !== null && got !== undefined) {
      differs(ctx, what, got, "nothing");
    }
  },
  point(ctx, what, got, x, y) {
    ctx.state.add("checks", 1);
    if (!(Math.abs(got.x - x) < 1e-9 && Math.abs(got.y - y) < 1e-9)) {
      differs(ctx, what, got, { x, y });
    }
  },
  throws(ctx, what, call) {
    ctx.state.add("checks", 1);
    let thrown = false;
    try {
      call();
    } catch (error) {
      thrown = true;
    }
    if (!thrown) {
      differs(ctx, what, "no error", "an error");
    }
  },
};

// Starts after the switch: frames go on, the clock of the scene is theirs, saves and state stay.
const { is, near } = require("lib/check");

export default {
  onStart(ctx) {
    is(ctx, "frames go on over a switch", ctx.time.frame > 10, true);
    near(ctx, "elapsed is frame times delta", ctx.time.elapsed, ctx.time.frame * ctx.time.delta);
    is(ctx, "saves stay", ctx.load("other"), 3);
    is(ctx, "state stays", ctx.state.get("name"), "bench");
    is(ctx, "keys are up", ctx.input.isDown("right"), false);
    is(ctx, "axes are free", ctx.input.axis("steer"), 0);
    is(ctx, "current scene", ctx.scenes.current.name, "Other Room");
    ctx.events.emit("visited", {});
  },
};

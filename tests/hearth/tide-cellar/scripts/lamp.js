// One step of the list a frame, by a generator that is kept outside of vars.
const running = new Map();

function* flicker(steps) {
  for (;;) {
    yield* steps;
  }
}

export default {
  onStart(ctx) {
    running.set(ctx.entity.id, flicker([...ctx.params.steps]));
  },
  onUpdate(ctx) {
    ctx.getComponent("SpriteRenderer").opacity = running.get(ctx.entity.id).next().value;
  },
};

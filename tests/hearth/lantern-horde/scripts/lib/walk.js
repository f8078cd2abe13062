// A random walk through a grid of rows; the border stays closed. Gives the end.
const WAYS = [
  [1, 0],
  [-1, 0],
  [0, 1],
  [0, -1],
];

module.exports = {
  carve(ctx, rows, x, y, steps) {
    const open = () => (rows[y] = rows[y].slice(0, x) + "." + rows[y].slice(x + 1));
    for (let i = 0; i < steps; i += 1) {
      open();
      const [dx, dy] = WAYS[ctx.random.int(0, 3)];
      x = ctx.math.clamp(x + dx, 1, rows[0].length - 2);
      y = ctx.math.clamp(y + dy, 1, rows.length - 2);
    }
    open();
    return { x, y };
  },
};

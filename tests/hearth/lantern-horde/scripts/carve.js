// Opens a cave and replaces the grid as a whole.
const walk = require("lib/walk");

export default {
  onStart(ctx) {
    const map = ctx.getComponent("Tilemap");
    const rows = [...map.grid];
    const end = walk.carve(ctx, rows, ctx.params.x, ctx.params.y, ctx.params.steps);
    map.grid = rows;
    const open = rows.join("").split(".").length - 1;
    ctx.scene.find("Label").getComponent("Text").content = open + " open";
    ctx.events.emit("carved", { open, x: end.x, y: end.y });
    ctx.save("end", end);
  },
};

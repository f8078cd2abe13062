// The menu lies over the running game: the guard goes on, only the hero stands still.
const LINES = ["play", "settings", "quit"];

function open(ctx, page) {
  for (const name of ["menu", "settings", "goodbye"]) {
    name === page ? ctx.ui.show(name) : ctx.ui.hide(name);
  }
  ctx.vars.page = page;
  ctx.scene.find("Hero").paused = page !== "";
}

function choose(ctx) {
  const line = LINES[ctx.state.get("choice")];
  open(ctx, line === "play" ? "" : line === "quit" ? "goodbye" : line);
}

function move(ctx, by) {
  ctx.state.set("choice", (ctx.state.get("choice") + by + LINES.length) % LINES.length);
}

function turn(ctx, by) {
  const volume = Math.min(Math.max(ctx.state.get("volume") + by, 0), 100);
  ctx.state.set("volume", volume);
  ctx.audio.setBus("master", { volume: volume / 100 });
}

// What each page does with the keys and buttons of the menu.
const pages = {
  "": { menuBack: (ctx) => open(ctx, "menu") },
  menu: {
    menuUp: (ctx) => move(ctx, -1),
    menuDown: (ctx) => move(ctx, 1),
    menuConfirm: choose,
    menuBack: (ctx) => open(ctx, ""),
  },
  settings: {
    menuLeft: (ctx) => turn(ctx, -10),
    menuRight: (ctx) => turn(ctx, 10),
    menuBack: (ctx) => open(ctx, "menu"),
  },
  goodbye: { menuBack: (ctx) => open(ctx, "menu") },
};

export default {
  onStart(ctx) {
    LINES.forEach((_, i) => {
      ctx.ui.on("menu", String(i), "enter", () => ctx.state.set("choice", i));
      ctx.ui.on("menu", String(i), "click", () => choose(ctx));
    });
    open(ctx, "menu");
  },

  onUpdate(ctx) {
    const page = pages[ctx.vars.page];
    const action = Object.keys(page).find((name) => ctx.input.justPressed(name));
    if (action) {
      page[action](ctx);
    }
  },
};

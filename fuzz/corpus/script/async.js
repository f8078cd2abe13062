export default { async onUpdate(ctx) { await null; for (const v of [1, 2]) await v; throw new Error("x"); } };

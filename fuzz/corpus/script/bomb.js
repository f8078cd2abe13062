export default { onUpdate(ctx) { const a = []; for (;;) a.push("x".repeat(1000) + a.length); } };

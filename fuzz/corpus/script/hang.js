export default { onUpdate(ctx) { try { for (;;); } finally { for (;;); } } };

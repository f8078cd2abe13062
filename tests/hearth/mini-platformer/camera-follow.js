// The camera keeps level with the player, never left of the start of the level.
export default {
  onUpdate(ctx) {
    const player = ctx.scene.find("Player");
    if (player) {
      ctx.camera.setPosition(Math.max(400, player.transform.position.x), 300);
    }
  },
};

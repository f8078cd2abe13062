// Movement is the CharacterController's; this adds the sound of a jump and the fall into the pit.
export default {
  onStart(ctx) {
    ctx.events.on("jumped", () => ctx.audio.play("jump-sound"));
  },
  onUpdate(ctx) {
    if (ctx.transform.position.y > 700) {
      ctx.respawn("Player");
    }
  },
};

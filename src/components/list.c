#include "components/list.h"

#include "components/action_trigger.h"
#include "components/animation_state_machine.h"
#include "components/audio_source.h"
#include "components/camera.h"
#include "components/camera_follow.h"
#include "components/character_body.h"
#include "components/character_controller.h"
#include "components/chaser.h"
#include "components/click_to_move.h"
#include "components/collectible.h"
#include "components/collider.h"
#include "components/damage_puff.h"
#include "components/drawing.h"
#include "components/dust_puffs.h"
#include "components/dust_trail.h"
#include "components/grid_motor.h"
#include "components/hazard.h"
#include "components/health.h"
#include "components/hop.h"
#include "components/identity.h"
#include "components/interactable.h"
#include "components/lifetime.h"
#include "components/light2d.h"
#include "components/line_renderer.h"
#include "components/melee_attack.h"
#include "components/navigator.h"
#include "components/out_of_bounds.h"
#include "components/particle_emitter.h"
#include "components/path_follow.h"
#include "components/patrol.h"
#include "components/physics_body.h"
#include "components/platformer_motor.h"
#include "components/player_controller.h"
#include "components/pool.h"
#include "components/respawn.h"
#include "components/scene_transition.h"
#include "components/screen_edge.h"
#include "components/script_component.h"
#include "components/sprite_animator.h"
#include "components/sprite_effects.h"
#include "components/sprite_renderer.h"
#include "components/state_machine.h"
#include "components/swing_sparks.h"
#include "components/targeting.h"
#include "components/text_label.h"
#include "components/thrust_controller.h"
#include "components/tilemap.h"
#include "components/timer.h"
#include "components/transform.h"
#include "components/ui_elements.h"
#include "components/velocity.h"
#include "components/wander_controller.h"
#include "components/world_area.h"

/* One a line, so that additions meet without conflict. */
/* clang-format off */
const hob_component_type *const hob_components[] = {
    &hob_transform_type,
    &hob_sprite_renderer_type,
    &hob_collider_type,
    &hob_physics_body_type,
    &hob_script_component_type,
    &hob_camera_type,
    &hob_text_label_type,
    &hob_audio_source_type,
    &hob_tilemap_type,
    &hob_light2d_type,
    &hob_line_renderer_type,
    &hob_particle_emitter_type,
    &hob_sprite_animator_type,
    &hob_animation_state_machine_type,
    &hob_sprite_effects_type,
    &hob_ui_element_type,
    &hob_ui_layout_type,
    &hob_ui_slider_type,
    &hob_ui_toggle_type,
    &hob_character_controller_type,
    &hob_health_type,
    &hob_respawn_type,
    &hob_checkpoint_type,
    &hob_ui_text_field_type,
    &hob_drawing_type,
    &hob_draw_group_type,
    &hob_timer_type,
    &hob_action_trigger_type,
    &hob_hop_type,
    &hob_identity_type,
    &hob_pool_type,
    &hob_state_machine_type,
    &hob_platformer_motor_type,
    &hob_top_down_motor_type,
    &hob_iso_motor_type,
    &hob_patrol_type,
    &hob_chaser_type,
    &hob_click_to_move_type,
    &hob_world_area_type,
    &hob_lifetime_type,
    &hob_out_of_bounds_type,
    &hob_hazard_type,
    &hob_collectible_type,
    &hob_melee_attack_type,
    &hob_interactable_type,
    &hob_scene_transition_type,
    &hob_swing_sparks_type,
    &hob_damage_puff_type,
    &hob_dust_puffs_type,
    &hob_dust_trail_type,
    &hob_character_body_type,
    &hob_velocity_type,
    &hob_path_follow_type,
    &hob_navigator_type,
    &hob_camera_follow_type,
    &hob_player_controller_type,
    &hob_thrust_controller_type,
    &hob_wander_controller_type,
    &hob_screen_wrap_type,
    &hob_despawn_offscreen_type,
    &hob_targeting_type,
    NULL,
};
/* clang-format on */

hob_status hob_components_register(hob_registry *registry, hob_error *reterr) {
    for (size_t i = 0; hob_components[i]; i++) {
        hob_status status = hob_registry_add(registry, hob_components[i], reterr);
        if (status) {
            return status;
        }
    }
    return HOB_OK;
}

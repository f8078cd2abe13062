/* UIElement, UILayout, UISlider, UIToggle: their entries in the registry; the structs are the world
 * floor's (world/ui_elements.h). */
#ifndef HOB_COMPONENTS_UI_ELEMENTS_H
#define HOB_COMPONENTS_UI_ELEMENTS_H

#include "world/ui_elements.h"

extern const hob_component_type hob_ui_element_type;
extern const hob_component_type hob_ui_layout_type;
extern const hob_component_type hob_ui_slider_type;
extern const hob_component_type hob_ui_toggle_type;
extern const hob_component_type hob_ui_text_field_type;

#endif

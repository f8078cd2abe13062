#include "app/player/keys.h"

#include <stddef.h>

/* In SDL's order, which is that of USB's usage table. */
static const char *const names[] = {
    [SDL_SCANCODE_A] = "KeyA",
    [SDL_SCANCODE_B] = "KeyB",
    [SDL_SCANCODE_C] = "KeyC",
    [SDL_SCANCODE_D] = "KeyD",
    [SDL_SCANCODE_E] = "KeyE",
    [SDL_SCANCODE_F] = "KeyF",
    [SDL_SCANCODE_G] = "KeyG",
    [SDL_SCANCODE_H] = "KeyH",
    [SDL_SCANCODE_I] = "KeyI",
    [SDL_SCANCODE_J] = "KeyJ",
    [SDL_SCANCODE_K] = "KeyK",
    [SDL_SCANCODE_L] = "KeyL",
    [SDL_SCANCODE_M] = "KeyM",
    [SDL_SCANCODE_N] = "KeyN",
    [SDL_SCANCODE_O] = "KeyO",
    [SDL_SCANCODE_P] = "KeyP",
    [SDL_SCANCODE_Q] = "KeyQ",
    [SDL_SCANCODE_R] = "KeyR",
    [SDL_SCANCODE_S] = "KeyS",
    [SDL_SCANCODE_T] = "KeyT",
    [SDL_SCANCODE_U] = "KeyU",
    [SDL_SCANCODE_V] = "KeyV",
    [SDL_SCANCODE_W] = "KeyW",
    [SDL_SCANCODE_X] = "KeyX",
    [SDL_SCANCODE_Y] = "KeyY",
    [SDL_SCANCODE_Z] = "KeyZ",
    [SDL_SCANCODE_1] = "Digit1",
    [SDL_SCANCODE_2] = "Digit2",
    [SDL_SCANCODE_3] = "Digit3",
    [SDL_SCANCODE_4] = "Digit4",
    [SDL_SCANCODE_5] = "Digit5",
    [SDL_SCANCODE_6] = "Digit6",
    [SDL_SCANCODE_7] = "Digit7",
    [SDL_SCANCODE_8] = "Digit8",
    [SDL_SCANCODE_9] = "Digit9",
    [SDL_SCANCODE_0] = "Digit0",
    [SDL_SCANCODE_RETURN] = "Enter",
    [SDL_SCANCODE_ESCAPE] = "Escape",
    [SDL_SCANCODE_BACKSPACE] = "Backspace",
    [SDL_SCANCODE_TAB] = "Tab",
    [SDL_SCANCODE_SPACE] = "Space",
    [SDL_SCANCODE_MINUS] = "Minus",
    [SDL_SCANCODE_EQUALS] = "Equal",
    [SDL_SCANCODE_LEFTBRACKET] = "BracketLeft",
    [SDL_SCANCODE_RIGHTBRACKET] = "BracketRight",
    [SDL_SCANCODE_BACKSLASH] = "Backslash",
    [SDL_SCANCODE_SEMICOLON] = "Semicolon",
    [SDL_SCANCODE_APOSTROPHE] = "Quote",
    [SDL_SCANCODE_GRAVE] = "Backquote",
    [SDL_SCANCODE_COMMA] = "Comma",
    [SDL_SCANCODE_PERIOD] = "Period",
    [SDL_SCANCODE_SLASH] = "Slash",
    [SDL_SCANCODE_CAPSLOCK] = "CapsLock",
    [SDL_SCANCODE_F1] = "F1",
    [SDL_SCANCODE_F2] = "F2",
    [SDL_SCANCODE_F3] = "F3",
    [SDL_SCANCODE_F4] = "F4",
    [SDL_SCANCODE_F5] = "F5",
    [SDL_SCANCODE_F6] = "F6",
    [SDL_SCANCODE_F7] = "F7",
    [SDL_SCANCODE_F8] = "F8",
    [SDL_SCANCODE_F9] = "F9",
    [SDL_SCANCODE_F10] = "F10",
    [SDL_SCANCODE_F11] = "F11",
    [SDL_SCANCODE_F12] = "F12",
    [SDL_SCANCODE_PRINTSCREEN] = "PrintScreen",
    [SDL_SCANCODE_SCROLLLOCK] = "ScrollLock",
    [SDL_SCANCODE_PAUSE] = "Pause",
    [SDL_SCANCODE_INSERT] = "Insert",
    [SDL_SCANCODE_HOME] = "Home",
    [SDL_SCANCODE_PAGEUP] = "PageUp",
    [SDL_SCANCODE_DELETE] = "Delete",
    [SDL_SCANCODE_END] = "End",
    [SDL_SCANCODE_PAGEDOWN] = "PageDown",
    [SDL_SCANCODE_RIGHT] = "ArrowRight",
    [SDL_SCANCODE_LEFT] = "ArrowLeft",
    [SDL_SCANCODE_DOWN] = "ArrowDown",
    [SDL_SCANCODE_UP] = "ArrowUp",
    [SDL_SCANCODE_NUMLOCKCLEAR] = "NumLock",
    [SDL_SCANCODE_KP_DIVIDE] = "NumpadDivide",
    [SDL_SCANCODE_KP_MULTIPLY] = "NumpadMultiply",
    [SDL_SCANCODE_KP_MINUS] = "NumpadSubtract",
    [SDL_SCANCODE_KP_PLUS] = "NumpadAdd",
    [SDL_SCANCODE_KP_ENTER] = "NumpadEnter",
    [SDL_SCANCODE_KP_1] = "Numpad1",
    [SDL_SCANCODE_KP_2] = "Numpad2",
    [SDL_SCANCODE_KP_3] = "Numpad3",
    [SDL_SCANCODE_KP_4] = "Numpad4",
    [SDL_SCANCODE_KP_5] = "Numpad5",
    [SDL_SCANCODE_KP_6] = "Numpad6",
    [SDL_SCANCODE_KP_7] = "Numpad7",
    [SDL_SCANCODE_KP_8] = "Numpad8",
    [SDL_SCANCODE_KP_9] = "Numpad9",
    [SDL_SCANCODE_KP_0] = "Numpad0",
    [SDL_SCANCODE_KP_PERIOD] = "NumpadDecimal",
    [SDL_SCANCODE_NONUSBACKSLASH] = "IntlBackslash",
    [SDL_SCANCODE_APPLICATION] = "ContextMenu",
    [SDL_SCANCODE_LCTRL] = "ControlLeft",
    [SDL_SCANCODE_LSHIFT] = "ShiftLeft",
    [SDL_SCANCODE_LALT] = "AltLeft",
    [SDL_SCANCODE_LGUI] = "MetaLeft",
    [SDL_SCANCODE_RCTRL] = "ControlRight",
    [SDL_SCANCODE_RSHIFT] = "ShiftRight",
    [SDL_SCANCODE_RALT] = "AltRight",
    [SDL_SCANCODE_RGUI] = "MetaRight",
};

const char *hob_key_name(SDL_Scancode key) {
    return (size_t)key < sizeof names / sizeof names[0] ? names[key] : NULL;
}

const char *hob_pad_button_name(SDL_GamepadButton button) {
    static const char *const buttons[] = {
        [SDL_GAMEPAD_BUTTON_SOUTH] = "a",
        [SDL_GAMEPAD_BUTTON_EAST] = "b",
        [SDL_GAMEPAD_BUTTON_WEST] = "x",
        [SDL_GAMEPAD_BUTTON_NORTH] = "y",
        [SDL_GAMEPAD_BUTTON_BACK] = "back",
        [SDL_GAMEPAD_BUTTON_GUIDE] = "guide",
        [SDL_GAMEPAD_BUTTON_START] = "start",
        [SDL_GAMEPAD_BUTTON_LEFT_STICK] = "ls",
        [SDL_GAMEPAD_BUTTON_RIGHT_STICK] = "rs",
        [SDL_GAMEPAD_BUTTON_LEFT_SHOULDER] = "lb",
        [SDL_GAMEPAD_BUTTON_RIGHT_SHOULDER] = "rb",
        [SDL_GAMEPAD_BUTTON_DPAD_UP] = "dpad-up",
        [SDL_GAMEPAD_BUTTON_DPAD_DOWN] = "dpad-down",
        [SDL_GAMEPAD_BUTTON_DPAD_LEFT] = "dpad-left",
        [SDL_GAMEPAD_BUTTON_DPAD_RIGHT] = "dpad-right",
    };
    return button >= 0 && (size_t)button < sizeof buttons / sizeof buttons[0] ? buttons[button]
                                                                              : NULL;
}

const char *hob_pad_axis_name(SDL_GamepadAxis axis) {
    static const char *const axes[] = {
        [SDL_GAMEPAD_AXIS_LEFTX] = "left-x",    [SDL_GAMEPAD_AXIS_LEFTY] = "left-y",
        [SDL_GAMEPAD_AXIS_RIGHTX] = "right-x",  [SDL_GAMEPAD_AXIS_RIGHTY] = "right-y",
        [SDL_GAMEPAD_AXIS_LEFT_TRIGGER] = "lt", [SDL_GAMEPAD_AXIS_RIGHT_TRIGGER] = "rt",
    };
    return axis >= 0 && (size_t)axis < sizeof axes / sizeof axes[0] ? axes[axis] : NULL;
}

const char *hob_mouse_button_name(int button) {
    return button == SDL_BUTTON_LEFT     ? "mouse:left"
           : button == SDL_BUTTON_MIDDLE ? "mouse:middle"
           : button == SDL_BUTTON_RIGHT  ? "mouse:right"
                                         : NULL;
}

/* Telling AddressSanitizer which bytes of a block that Hob manages itself may be touched. Nothing
 * in other builds. For the allocators of base/ only. */
#ifndef HOB_BASE_POISON_H
#define HOB_BASE_POISON_H

#include "base/base.h"

#if defined(__SANITIZE_ADDRESS__)
#define HOB_ASAN 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define HOB_ASAN 1
#endif
#endif

#ifdef HOB_ASAN
#include <sanitizer/asan_interface.h>
#define HOB_POISON(at, size)   __asan_poison_memory_region((at), (size))
#define HOB_UNPOISON(at, size) __asan_unpoison_memory_region((at), (size))
#define HOB_MAY_TOUCH_POISON   __attribute__((no_sanitize_address))
#else
#define HOB_POISON(at, size)   ((void)(at), (void)(size))
#define HOB_UNPOISON(at, size) ((void)(at), (void)(size))
#define HOB_MAY_TOUCH_POISON
#endif

#endif

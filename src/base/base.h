/* The few macros that every file of Hob may use. No types, no functions. */
#ifndef HOB_BASE_BASE_H
#define HOB_BASE_BASE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#if defined(__GNUC__)
#define HOB_NODISCARD          __attribute__((warn_unused_result))
#define HOB_PRINTF(form, args) __attribute__((format(printf, form, args)))
#define HOB_NORETURN           __attribute__((noreturn))
#define HOB_UNLIKELY(x)        __builtin_expect(!!(x), 0)
#define HOB_LIKELY(x)          __builtin_expect(!!(x), 1)
#define HOB_PREFETCH(address)  __builtin_prefetch(address) /* soon read; any address is right */
#else
#define HOB_NODISCARD
#define HOB_PRINTF(form, args)
#define HOB_NORETURN
#define HOB_UNLIKELY(x)       (x)
#define HOB_LIKELY(x)         (x)
#define HOB_PREFETCH(address) ((void)(address))
#endif

#define HOB_COUNT(array) (sizeof(array) / sizeof((array)[0]))

/* HOB_ASSERT: proven; compiled in where HOB_CHECKS is defined (dev, sanitizers). Never on input. */
#ifdef HOB_CHECKS
#define HOB_ASSERT(x) ((x) ? (void)0 : hob_assert_failed(#x, __FILE__, __LINE__))
#else
#define HOB_ASSERT(x) ((void)0)
#endif

/* Believed impossible; true in release leads to the plain code behind it: if (HOB_NEVER(x)) return;
 */
#define HOB_NEVER(x) HOB_UNLIKELY(hob_never(!!(x), #x, __FILE__, __LINE__))

HOB_NORETURN void hob_assert_failed(const char *text, const char *file, int line);
/* Returns `happened`; aborts first where HOB_CHECKS is defined and it is true. */
bool hob_never(bool happened, const char *text, const char *file, int line);

#endif

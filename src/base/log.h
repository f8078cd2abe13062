/* Where messages for people go. Programs hand a sink in; library code sends through the log it was
 * given, or not at all. */
#ifndef HOB_BASE_LOG_H
#define HOB_BASE_LOG_H

#include "base/base.h"

typedef enum hob_log_level { HOB_LOG_INFO, HOB_LOG_WARN, HOB_LOG_ERROR } hob_log_level;
typedef struct hob_log {
    void (*write)(void *user, hob_log_level level, const char *message);
    void *user;
} hob_log;
void hob_log_write(const hob_log *log, hob_log_level level, const char *format, ...)
    HOB_PRINTF(3, 4); /* null log is fine */

#endif

/* Messages for people, formatted here and written by the sink a program handed in. */
#include "base/log.h"

#include <stdarg.h>
#include <stdio.h>

#define LONGEST_MESSAGE 2048

void hob_log_write(const hob_log *log, hob_log_level level, const char *format, ...) {
    if (!log || !log->write) {
        return;
    }
    char message[LONGEST_MESSAGE];
    va_list args;
    va_start(args, format);
    int length = vsnprintf(message, sizeof message, format, args);
    va_end(args);
    if (length >= 0) {
        log->write(log->user, level, message);
    }
}

/* Dates of simulated time: UTC, proleptic Gregorian. */
#ifndef HOB_SCRIPT_CALENDAR_H
#define HOB_SCRIPT_CALENDAR_H

#include <stdint.h>

typedef struct hob_date {
    int64_t year;
    int month, day, hour, minute, second; /* month and day from 1 */
    int weekday;                          /* 0 = Sunday */
    int yearday;                          /* from 1 */
} hob_date;

int64_t hob_date_days(int64_t year, int month,
                      int day);        /* since 1970-01-01; month 1 to 12, any day */
hob_date hob_date_of(int64_t seconds); /* since 1970-01-01T00:00:00Z */

#endif

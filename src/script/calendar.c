#include "script/calendar.h"

int64_t hob_date_days(int64_t year, int month, int day) {
    year -= month <= 2;
    int64_t era = (year >= 0 ? year : year - 399) / 400;
    int64_t of_era = year - era * 400;
    int64_t of_year = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1;
    return era * 146097 + of_era * 365 + of_era / 4 - of_era / 100 + of_year - 719468;
}

hob_date hob_date_of(int64_t seconds) {
    int64_t days = seconds / 86400, rest = seconds % 86400;
    if (rest < 0) {
        rest += 86400;
        days--;
    }
    int64_t z = days + 719468;
    int64_t era = (z >= 0 ? z : z - 146096) / 146097;
    int64_t of_era = z - era * 146097;
    int64_t year_of_era = (of_era - of_era / 1460 + of_era / 36524 - of_era / 146096) / 365;
    int64_t of_year = of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    int64_t shifted = (5 * of_year + 2) / 153;
    hob_date date = {.day = (int)(of_year - (153 * shifted + 2) / 5 + 1),
                     .month = (int)(shifted < 10 ? shifted + 3 : shifted - 9)};
    date.year = year_of_era + era * 400 + (date.month <= 2);
    date.hour = (int)(rest / 3600);
    date.minute = (int)(rest / 60 % 60);
    date.second = (int)(rest % 60);
    int64_t weekday = (days + 4) % 7;
    date.weekday = (int)(weekday < 0 ? weekday + 7 : weekday);
    date.yearday = (int)(days - hob_date_days(date.year, 1, 1)) + 1;
    return date;
}

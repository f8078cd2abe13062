/* os = time, clock, date, difftime on simulated time, UTC (spec hob 6.2). */
#include "script/calendar.h"
#include "script/lua_host.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static const char *const day_names[] = {"Sunday",   "Monday", "Tuesday", "Wednesday",
                                        "Thursday", "Friday", "Saturday"};
static const char *const month_names[] = {"January",   "February", "March",    "April",
                                          "May",       "June",     "July",     "August",
                                          "September", "October",  "November", "December"};

static double now(lua_State *L) {
    return hob_machine_clock(&hob_lua_host_of(L)->machine);
}

static int os_clock(lua_State *L) {
    hob_world *world = hob_lua_host_of(L)->machine.world;
    lua_pushnumber(L, (double)world->frame * world->dt);
    return 1;
}

static lua_Integer field(lua_State *L, const char *name, lua_Integer missing) {
    lua_getfield(L, 1, name);
    int is_whole;
    lua_Integer n = lua_tointegerx(L, -1, &is_whole);
    if (lua_type(L, -1) == LUA_TNIL && missing >= 0) {
        n = missing;
    } else if (!is_whole || n < -1000000 || n > 1000000) {
        luaL_error(L, "field '%s' missing or no whole number in range", name);
    }
    lua_pop(L, 1);
    return n;
}

static int os_time(lua_State *L) {
    if (lua_isnoneornil(L, 1)) {
        lua_pushinteger(L, (lua_Integer)floor(now(L)));
        return 1;
    }
    luaL_checktype(L, 1, LUA_TTABLE);
    lua_Integer year = field(L, "year", -1), month = field(L, "month", -1) - 1,
                day = field(L, "day", -1);
    lua_Integer hour = field(L, "hour", 12), minute = field(L, "min", 0),
                second = field(L, "sec", 0);
    year += (month >= 0 ? month : month - 11) / 12;
    month = ((month % 12) + 12) % 12;
    lua_pushinteger(L, (hob_date_days(year, (int)month + 1, 1) + day - 1) * 86400 + hour * 3600 +
                           minute * 60 + second);
    return 1;
}

static int os_difftime(lua_State *L) {
    lua_pushnumber(L, luaL_checknumber(L, 1) - luaL_checknumber(L, 2));
    return 1;
}

static void set_integer(lua_State *L, const char *name, int64_t n) {
    lua_pushinteger(L, (lua_Integer)n);
    lua_setfield(L, -2, name);
}

static int date_table(lua_State *L, const hob_date *d) {
    lua_createtable(L, 0, 9);
    set_integer(L, "year", d->year);
    set_integer(L, "month", d->month);
    set_integer(L, "day", d->day);
    set_integer(L, "hour", d->hour);
    set_integer(L, "min", d->minute);
    set_integer(L, "sec", d->second);
    set_integer(L, "yday", d->yearday);
    set_integer(L, "wday", d->weekday + 1);
    lua_pushboolean(L, false);
    lua_setfield(L, -2, "isdst");
    return 1;
}

/* One conversion; false when it is none. */
static bool convert(char c, const hob_date *d, char out[64]) {
    int hour12 = d->hour % 12 == 0 ? 12 : d->hour % 12;
    switch (c) {
    case 'a':
        return snprintf(out, 64, "%.3s", day_names[d->weekday]) > 0;
    case 'A':
        return snprintf(out, 64, "%s", day_names[d->weekday]) > 0;
    case 'b':
        return snprintf(out, 64, "%.3s", month_names[d->month - 1]) > 0;
    case 'B':
        return snprintf(out, 64, "%s", month_names[d->month - 1]) > 0;
    case 'c':
        return snprintf(out, 64, "%.3s %.3s %2d %02d:%02d:%02d %lld", day_names[d->weekday],
                        month_names[d->month - 1], d->day, d->hour, d->minute, d->second,
                        (long long)d->year) > 0;
    case 'd':
        return snprintf(out, 64, "%02d", d->day) > 0;
    case 'D':
    case 'x':
        return snprintf(out, 64, "%02d/%02d/%02d", d->month, d->day, (int)(d->year % 100)) > 0;
    case 'F':
        return snprintf(out, 64, "%lld-%02d-%02d", (long long)d->year, d->month, d->day) > 0;
    case 'H':
        return snprintf(out, 64, "%02d", d->hour) > 0;
    case 'I':
        return snprintf(out, 64, "%02d", hour12) > 0;
    case 'j':
        return snprintf(out, 64, "%03d", d->yearday) > 0;
    case 'm':
        return snprintf(out, 64, "%02d", d->month) > 0;
    case 'M':
        return snprintf(out, 64, "%02d", d->minute) > 0;
    case 'p':
        return snprintf(out, 64, "%s", d->hour < 12 ? "AM" : "PM") > 0;
    case 'S':
        return snprintf(out, 64, "%02d", d->second) > 0;
    case 'T':
    case 'X':
        return snprintf(out, 64, "%02d:%02d:%02d", d->hour, d->minute, d->second) > 0;
    case 'w':
        return snprintf(out, 64, "%d", d->weekday) > 0;
    case 'y':
        return snprintf(out, 64, "%02d", (int)(d->year % 100)) > 0;
    case 'Y':
        return snprintf(out, 64, "%lld", (long long)d->year) > 0;
    case 'z':
        return snprintf(out, 64, "+0000") > 0;
    case 'Z':
        return snprintf(out, 64, "UTC") > 0;
    case '%':
        return snprintf(out, 64, "%%") > 0;
    default:
        return false;
    }
}

static int os_date(lua_State *L) {
    const char *format = luaL_optstring(L, 1, "%c");
    double seconds = lua_isnoneornil(L, 2) ? floor(now(L)) : floor(luaL_checknumber(L, 2));
    if (!(fabs(seconds) < 1e13)) {
        return luaL_argerror(L, 2, "time out of range");
    }
    hob_date date = hob_date_of((int64_t)seconds);
    format += *format == '!';
    if (strcmp(format, "*t") == 0) {
        return date_table(L, &date);
    }
    luaL_Buffer text;
    luaL_buffinit(L, &text);
    for (; *format != '\0'; format++) {
        char out[64];
        if (*format != '%') {
            luaL_addchar(&text, *format);
        } else if (format[1] == '\0' || !convert(*++format, &date, out)) {
            return luaL_argerror(L, 1, "invalid conversion specifier");
        } else {
            luaL_addstring(&text, out);
        }
    }
    luaL_pushresult(&text);
    return 1;
}

void hob_lua_open_os(lua_State *L) {
    static const luaL_Reg functions[] = {{"time", os_time},
                                         {"clock", os_clock},
                                         {"date", os_date},
                                         {"difftime", os_difftime},
                                         {NULL, NULL}};
    luaL_newlib(L, functions);
}

#include "command/script_check.h"

#include "script/script.h"

hob_status hob_command__check_script(const char *path, hob_str source, hob_error *reterr) {
    const hob_script_checker *checker = hob_script_syntax_checker();
    return checker->check(checker->user, path, source, reterr);
}

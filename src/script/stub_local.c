#include "script/script.h"
hob_status hob_script_hosts_create(hob_world *world, hob_error *reterr) { (void)world; (void)reterr; return HOB_OK; }
void hob_script_hosts_destroy(hob_world *world) { (void)world; }

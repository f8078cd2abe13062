/* What the check of files says about a StateMachine and the components beside it. */
#ifndef HOB_COMPONENTS_STATE_MACHINE_CHECK_H
#define HOB_COMPONENTS_STATE_MACHINE_CHECK_H

struct hob_check;
struct hob_check__entity;
struct hob_check__part;

void hob_state_machine__check(struct hob_check *check, const struct hob_check__entity *entity,
                              const struct hob_check__part *part);

#endif

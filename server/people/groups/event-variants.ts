import type { EventOf } from '../../../api/events/index.ts'
import { variantsOf } from '../../kernel/events/event-variants.ts'
import type { EventData } from '../../kernel/log/log-row.ts'

type GroupUpdated = Omit<Extract<EventOf<'user_group'>, { op: 'update' }>, 'id'>

/** The form of a group update for clients without deactivated groups. */
export interface GroupBackground {
  /** The group is deactivated before and after the change. */
  readonly isHidden?: boolean
  /** The whole group, where the change brings it back. */
  readonly returned?: Extract<EventOf<'user_group'>, { op: 'add' }>['group']
}

/** Such clients see a group leave the list and come back, and hear nothing of it in between. */
const groupUpdated = variantsOf<GroupUpdated, GroupBackground>('user_group/update', {
  variantFor: (_, { spec }) => (spec.capabilities.include_deactivated_groups ? 'all' : 'active'),
  eventsFor: (event, { spec }, background) =>
    spec.capabilities.include_deactivated_groups ? [event] : activeOnly(event, background),
})

function activeOnly(event: GroupUpdated, { isHidden, returned }: GroupBackground): readonly EventData[] {
  if (returned) return [{ type: 'user_group', op: 'add', group: returned }]
  if (isHidden) return []
  return event.data.deactivated ? [{ type: 'user_group', op: 'remove', group_id: event.group_id }] : [event]
}

/** Members and subgroups of a deactivated group change without such clients. */
const membershipChanged = (['add_members', 'remove_members', 'add_subgroups', 'remove_subgroups'] as const).map((op) =>
  variantsOf<EventData, GroupBackground>(`user_group/${op}`, {
    variantFor: (_, { spec }) => (spec.capabilities.include_deactivated_groups ? 'all' : 'active'),
    eventsFor: (event, { spec }, { isHidden }) =>
      isHidden && !spec.capabilities.include_deactivated_groups ? [] : [event],
  }),
)

export const groupVariants = [groupUpdated, ...membershipChanged]

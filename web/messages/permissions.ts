import type { GroupSettingValue } from '../../api/objects/group.ts'
import type { FetchedMessage } from '../../api/objects/message.ts'
import { isInGroup } from '../../client/reducers/permissions.ts'
import { type Channel, channel } from '../channels/store.ts'
import { state } from '../kernel/state.ts'
import { serverNow } from '../kernel/time.ts'
import { ownId, person } from '../people/store.ts'

/** Is the person who reads in the group of a permission? */
export const isAllowed = (setting: GroupSettingValue | undefined): boolean =>
  setting !== undefined && isInGroup(state.value?.realm_user_groups ?? [], setting, ownId())

const isWithin = (sentAt: number, limit: number | null | undefined): boolean =>
  limit === null || (limit !== undefined && serverNow() - sentAt <= limit)

const isArchived = ({ stream_id }: FetchedMessage): boolean =>
  stream_id !== undefined && channel(stream_id)?.is_archived === true

/** One's own messages, for some time. Polls and other widgets stay as they are. */
export const mayEdit = (message: FetchedMessage): boolean =>
  message.sender_id === ownId() &&
  state.value?.realm_allow_message_editing === true &&
  message.submessages.length === 0 &&
  !isArchived(message) &&
  isWithin(message.timestamp, state.value.realm_message_content_edit_limit_seconds)

/** Any message with that permission; otherwise one's own and those of one's bots, for some time. */
export function mayDelete(message: FetchedMessage): boolean {
  const register = state.value
  if (!register || isArchived(message)) return false
  const home = message.stream_id === undefined ? undefined : channel(message.stream_id)
  const may = (setting: 'can_delete_any_message_group' | 'can_delete_own_message_group') =>
    isAllowed(register[`realm_${setting}`]) || isAllowed(home?.[setting])
  if (may('can_delete_any_message_group')) return true
  const isOwn = message.sender_id === ownId() || person(message.sender_id)?.bot_owner_id === ownId()
  return (
    isOwn &&
    may('can_delete_own_message_group') &&
    isWithin(message.timestamp, register.realm_message_content_delete_limit_seconds)
  )
}

export const mayResolve = (home: Channel | undefined): boolean =>
  home !== undefined &&
  !home.is_archived &&
  (isAllowed(state.value?.realm_can_resolve_topics_group) || isAllowed(home.can_resolve_topics_group))

import { computed } from '@preact/signals'
import type { GroupSettingValue } from '../../api/objects/group.ts'
import type { FetchedMessage } from '../../api/objects/message.ts'
import { isInGroup } from '../../client/reducers/permissions.ts'
import { type Channel, channel } from '../channels/store.ts'
import { state } from '../kernel/state.ts'
import { t } from '../kernel/texts.ts'
import { serverNow } from '../kernel/time.ts'
import { ownId, person } from '../people/store.ts'

const groups = computed(() => state.value?.realm_user_groups ?? [])
/** What is known about each group. Large groups are looked through once, not for each message. */
const answers = computed((): Map<number, boolean> => {
  groups.value
  ownId()
  return new Map()
})

/** Is the person who reads in the group of a permission? */
export function isAllowed(setting: GroupSettingValue | undefined): boolean {
  if (setting === undefined) return false
  if (typeof setting !== 'number') return isInGroup(groups.value, setting, ownId())
  const known = answers.value.get(setting)
  if (known !== undefined) return known
  const answer = isInGroup(groups.value, setting, ownId())
  answers.value.set(setting, answer)
  return answer
}

const isWithin = (sentAt: number, limit: number | null | undefined): boolean =>
  limit === null || (limit !== undefined && serverNow() - sentAt <= limit)

const homeOf = ({ stream_id }: FetchedMessage): Channel | undefined =>
  stream_id === undefined ? undefined : channel(stream_id)

const isArchived = (message: FetchedMessage): boolean => homeOf(message)?.is_archived === true

export const isOwn = (message: FetchedMessage): boolean => message.sender_id === ownId()

/** The last second in which a message can be edited. Null if there is no limit. */
export function editableUntil({ timestamp }: FetchedMessage): number | null {
  const limit = state.value?.realm_message_content_edit_limit_seconds ?? null
  return limit === null ? null : timestamp + limit
}

/** Why somebody cannot edit a message that they wrote. */
export function whyNotEdit(message: FetchedMessage): string | undefined {
  if (state.value === null) return undefined
  if (state.value.realm_allow_message_editing !== true) return t('edit.off')
  if (isArchived(message)) return t('edit.archived')
  const until = editableUntil(message)
  return until !== null && serverNow() > until ? t('edit.tooLate') : undefined
}

/** One's own messages, for some time. Polls and other widgets stay as they are. */
export const mayEdit = (message: FetchedMessage): boolean =>
  state.value !== null && isOwn(message) && message.submessages.length === 0 && whyNotEdit(message) === undefined

/** Any message with that permission; otherwise one's own and those of one's bots, for some time. */
export function mayDelete(message: FetchedMessage): boolean {
  const register = state.value
  if (!register || isArchived(message)) return false
  const home = homeOf(message)
  const may = (setting: 'can_delete_any_message_group' | 'can_delete_own_message_group') =>
    isAllowed(register[`realm_${setting}`]) || isAllowed(home?.[setting])
  if (may('can_delete_any_message_group')) return true
  const isTheirs = isOwn(message) || person(message.sender_id)?.bot_owner_id === ownId()
  return (
    isTheirs &&
    may('can_delete_own_message_group') &&
    isWithin(message.timestamp, register.realm_message_content_delete_limit_seconds)
  )
}

const mayAdminister = (home: Channel): boolean =>
  state.value?.is_admin === true || isAllowed(home.can_administer_channel_group)

export const mayChangeTopic = (home: Channel): boolean =>
  isAllowed(state.value?.realm_can_move_messages_between_topics_group) ||
  isAllowed(home.can_move_messages_within_channel_group) ||
  mayAdminister(home)

export const mayMoveOut = (home: Channel): boolean =>
  isAllowed(state.value?.realm_can_move_messages_between_channels_group) ||
  isAllowed(home.can_move_messages_out_of_channel_group) ||
  mayAdminister(home)

/** Says whether the message may move to another topic or another channel. */
export function mayMove(message: FetchedMessage): boolean {
  const home = homeOf(message)
  return home !== undefined && !home.is_archived && (mayChangeTopic(home) || mayMoveOut(home))
}

/** Why a message that could be moved cannot be moved any more. Moderators always can. */
export function whyNotMove(message: FetchedMessage): string | undefined {
  const [register, home] = [state.value, homeOf(message)]
  if (!register || !home || register.is_admin || register.is_moderator) return undefined
  const isTopicInTime =
    mayChangeTopic(home) && isWithin(message.timestamp, register.realm_move_messages_within_stream_limit_seconds)
  const isChannelInTime =
    mayMoveOut(home) && isWithin(message.timestamp, register.realm_move_messages_between_streams_limit_seconds)
  return isTopicInTime || isChannelInTime ? undefined : t('move.tooLate')
}

const resolvers = computed(() => state.value?.realm_can_resolve_topics_group)

export const mayResolve = (home: Channel | undefined): boolean =>
  home !== undefined && !home.is_archived && (isAllowed(resolvers.value) || isAllowed(home.can_resolve_topics_group))

export const mayPost = (home: Channel | undefined): boolean =>
  home !== undefined && !home.is_archived && isAllowed(home.can_send_message_group)

export const mayStartTopic = (home: Channel | undefined): boolean =>
  mayPost(home) && isAllowed(home?.can_create_topic_group)

/** The organization has a channel for reports. */
export const mayReport = (): boolean => (state.value?.realm_moderation_request_channel_id ?? -1) >= 0

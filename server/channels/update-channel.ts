import { badRequest } from '../../api/errors.ts'
import { foldCase } from '../../api/fold-case.ts'
import { CONTENT_ACCESS_GROUPS, requireAdministered, requireContentAccess } from '../kernel/access/channel-access.ts'
import { CHANNEL_GROUP_SETTINGS, type Channel, type ChannelGroupSetting } from '../kernel/realm-state/channel.ts'
import { mayInRealm } from '../kernel/realm-state/permissions.ts'
import type { RealmState } from '../kernel/realm-state/realm-state.ts'
import { EMPTY_TOPIC_DISPLAY_NAME } from '../kernel/realm-state/topic-name.ts'
import { checkChannelName } from '../kernel/texts/channel-name.ts'
import type { CallTx } from '../kernel/transaction/tx.ts'
import { changedGroupSetting, type GroupSettingUpdate } from '../people/groups/access.ts'
import { archiveChannel, restoreChannel } from './archive-channel.ts'
import { type ChannelChange, changeChannel } from './change-channel.ts'
import { postPolicy } from './channel/present.ts'
import { requireFolder } from './channel-folders/access.ts'
import { isSameKind, type KindUpdate, requireMayTurn, requireTopicsForProtected, wantedKind } from './channel-kind.ts'
import { leaveDefaultGroups } from './default-channel-groups/leave-default-groups.ts'
import { setDefault } from './default-channel-groups/set-default.ts'
import { kindName, quoted, sendChannelNotice } from './notices/channel-notices.ts'
import { groupInWords, named, retentionInWords, topicsInWords } from './notices/in-words.ts'
import { type AlikeSubscriptions, hasNamedTopics } from './queries.ts'

export interface ChannelUpdate {
  readonly name?: string | undefined
  /** It comes with its HTML, which is made before the transaction. */
  readonly described?: Pick<Channel, 'description' | 'renderedDescription'> | undefined
  readonly kind: KindUpdate
  readonly isDefault?: boolean | undefined
  /** Null: as in the organization. */
  readonly messageRetentionDays?: number | null | undefined
  readonly defaultPushNotifications?: boolean | undefined
  readonly isArchived?: boolean | undefined
  /** Only a channel that is restored has it. */
  readonly subscriptions: readonly AlikeSubscriptions[]
  readonly folderId?: number | null | undefined
  readonly topicsPolicy?: Channel['topicsPolicy'] | undefined
  readonly groupSettings: Readonly<Partial<Record<ChannelGroupSetting, GroupSettingUpdate | undefined>>>
}

/** Every property that really changes has an event of its own. A refusal of one leaves all as they were. */
export async function updateChannel(tx: CallTx, channelId: number, update: ChannelUpdate): Promise<void> {
  const found = requireAdministered(tx.actor, channelId)
  let channel = found
  if (update.name !== undefined) channel = await rename(tx, channel, update.name, update.isArchived)
  // Restored before the rest and archived after it, so that events and notices of the rest reach everybody.
  if (update.isArchived === false) channel = await restoreChannel(tx, channel, update.subscriptions)
  if (channel.name !== found.name)
    await notice(tx, channel, `renamed this channel from **${found.name}** to **${channel.name}**.`)
  channel = await describe(tx, channel, update.described)
  channel = await changeKind(tx, channel, update)
  channel = await setDefault(tx, channel, update.isDefault ?? channel.isDefault)
  channel = await changeFolder(tx, channel, update.folderId)
  channel = await changeTopicsPolicy(tx, channel, update.topicsPolicy)
  channel = await changeRetention(tx, channel, update.messageRetentionDays)
  channel = await changeValue(tx, channel, 'defaultPushNotifications', update.defaultPushNotifications)
  channel = await changePermissions(tx, channel, update.groupSettings, found)
  requireTopicsForProtected(tx.realm, channel)
  if (update.isArchived === true) await archiveChannel(tx, channel)
}

async function rename(tx: CallTx, channel: Channel, text: string, isArchived = channel.isArchived): Promise<Channel> {
  const name = checkChannelName(text)
  if (name === channel.name) throw badRequest('Channel already has that name.')
  const isOther = foldCase(name) !== foldCase(channel.name)
  if (isOther && !isArchived && tx.realm.channelByName(name)) throw badRequest(`Channel '${name}' already exists`)
  return changeChannel(tx, channel, { ...channel, name }, [{ property: 'name', value: name }])
}

async function describe(tx: CallTx, channel: Channel, described: ChannelUpdate['described']): Promise<Channel> {
  if (!described || described.description === channel.description) return channel
  const changed = await changeChannel(tx, channel, { ...channel, ...described }, [
    {
      property: 'description',
      value: described.description,
      rendered_description: described.renderedDescription,
    },
  ])
  const [was, is] = [channel, described].map(({ description }) => quoted(description === '' ? '*None*' : description))
  await notice(tx, changed, `changed the description of this channel.\n\nBefore:\n\n${was}\n\nNow:\n\n${is}`)
  return changed
}

async function changeKind(tx: CallTx, channel: Channel, update: ChannelUpdate): Promise<Channel> {
  const kind = wantedKind(channel, update.kind)
  const isDefault = update.isDefault ?? channel.isDefault
  if (isDefault && kind.inviteOnly && !channel.inviteOnly) throw badRequest('A default channel cannot be private.')
  if (isSameKind(channel, kind)) return channel
  requireMayTurn(tx.actor, channel, kind)
  const changed = await changeChannel(tx, channel, { ...channel, ...kind }, [
    {
      property: 'invite_only',
      value: kind.inviteOnly,
      history_public_to_subscribers: kind.historyPublic,
      is_web_public: kind.isWebPublic,
    },
  ])
  if (kind.inviteOnly) await leaveDefaultGroups(tx, channel.id)
  await noticeOf(tx, changed, 'this channel', `**${kindName(channel)}**`, `**${kindName(changed)}**`)
  return changed
}

async function changeFolder(tx: CallTx, channel: Channel, folderId: number | null | undefined): Promise<Channel> {
  if (folderId === undefined || folderId === channel.folderId) return channel
  const folder = folderId === null ? null : requireFolder(tx.realm, folderId)
  const changed = await changeChannel(tx, channel, { ...channel, folderId }, [
    { property: 'folder_id', value: folderId },
  ])
  await notice(
    tx,
    changed,
    folder ? `moved this channel into the folder **${folder.name}**.` : 'moved this channel out of its folder.',
  )
  return changed
}

async function changeTopicsPolicy(
  tx: CallTx,
  channel: Channel,
  topicsPolicy: Channel['topicsPolicy'] = channel.topicsPolicy,
): Promise<Channel> {
  if (topicsPolicy === channel.topicsPolicy) return channel
  if (topicsPolicy !== 'inherit') requireRealmPermission(tx, 'can_set_topics_policy_group')
  if (topicsPolicy === 'empty_topic_only' && (await hasNamedTopics(tx.db, tx.realm.id, channel)))
    throw badRequest(
      `To enable this configuration, all messages in this channel must be in the ${EMPTY_TOPIC_DISPLAY_NAME} topic. Consider renaming or deleting other topics.`,
    )
  const told = { property: 'topics_policy', value: topicsPolicy }
  const changed = await changeChannel(tx, channel, { ...channel, topicsPolicy }, [told])
  await noticeOf(tx, changed, 'the topics of this channel', topicsInWords(channel), topicsInWords(changed))
  return changed
}

async function changeRetention(
  tx: CallTx,
  channel: Channel,
  days: Channel['messageRetentionDays'] | undefined,
): Promise<Channel> {
  const changed = await changeValue(tx, channel, 'messageRetentionDays', days)
  const [was, is] = [retentionInWords(channel), retentionInWords(changed)]
  if (changed !== channel) await noticeOf(tx, changed, 'how long messages of this channel are kept', was, is)
  return changed
}

const WIRE_NAMES = {
  messageRetentionDays: 'message_retention_days',
  defaultPushNotifications: 'default_push_notifications',
} as const

async function changeValue<Name extends keyof typeof WIRE_NAMES>(
  tx: CallTx,
  channel: Channel,
  name: Name,
  value: Channel[Name] | undefined,
): Promise<Channel> {
  if (value === undefined || value === channel[name]) return channel
  return changeChannel(tx, channel, { ...channel, [name]: value }, [{ property: WIRE_NAMES[name], value }])
}

async function changePermissions(
  tx: CallTx,
  before: Channel,
  updates: ChannelUpdate['groupSettings'],
  /** The channel before the whole update. */
  found: Channel,
): Promise<Channel> {
  let channel = before
  for (const [setting, rule] of Object.entries(CHANNEL_GROUP_SETTINGS)) {
    const name = setting as ChannelGroupSetting
    const update = updates[name]
    if (update === undefined) continue
    const value = changedGroupSetting(tx.realm, name, rule, channel.groupSettings[name], update)
    if (value === undefined) continue
    if (CONTENT_ACCESS_GROUPS.some((one) => one === name)) requireContentAccess(tx.actor, found)
    if (name === 'can_delete_any_message_group' || name === 'can_delete_own_message_group')
      requireRealmPermission(tx, 'can_set_delete_message_policy_group')
    const changed = { ...channel, groupSettings: { ...channel.groupSettings, [name]: value } }
    const first = { property: name, value } as ChannelChange
    const told: [ChannelChange, ...ChannelChange[]] = [first, ...olderForms(tx.realm, channel, changed)]
    channel = await changeChannel(tx, channel, changed, told)
  }
  await noticeOfPosting(tx, before, channel)
  return channel
}

/** Of all permissions, everybody in the channel is concerned by this one. */
async function noticeOfPosting(tx: CallTx, before: Channel, changed: Channel): Promise<void> {
  const { can_send_message_group: was } = before.groupSettings
  const { can_send_message_group: is } = changed.groupSettings
  if (was === is) return
  await noticeOf(tx, changed, 'who may post in this channel', groupInWords(tx.realm, was), groupInWords(tx.realm, is))
}

/** Who may post, as older clients know it. */
function olderForms(realm: RealmState, channel: Channel, changed: Channel): ChannelChange[] {
  const [was, is] = [postPolicy(realm, channel), postPolicy(realm, changed)]
  if (was === is) return []
  const announcement: ChannelChange = { property: 'is_announcement_only', value: is === 2 }
  return [{ property: 'stream_post_policy', value: is }, ...((was === 2) === (is === 2) ? [] : [announcement])]
}

function requireRealmPermission(
  { actor }: CallTx,
  name: 'can_set_topics_policy_group' | 'can_set_delete_message_policy_group',
): void {
  if (!mayInRealm(actor.realm, actor.user, name)) throw badRequest('Insufficient permission')
}

const notice = (tx: CallTx, channel: Channel, what: string): Promise<void> =>
  sendChannelNotice(tx, channel, `${named(tx.realm, tx.actor.user.id)} ${what}`)

const noticeOf = (tx: CallTx, channel: Channel, what: string, was: string, is: string): Promise<void> =>
  notice(tx, channel, `changed ${what} from ${was} to ${is}.`)

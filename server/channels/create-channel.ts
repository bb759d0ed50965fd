import { badRequest } from '../../api/errors.ts'
import { audiences } from '../kernel/access/channel-access.ts'
import { requireOwner } from '../kernel/access/role-access.ts'
import type { Actor } from '../kernel/actor.ts'
import { CHANNEL_GROUP_SETTINGS, type Channel, type ChannelGroupSetting } from '../kernel/realm-state/channel.ts'
import { channelFromRow } from '../kernel/realm-state/from-rows.ts'
import type { GroupSetting } from '../kernel/realm-state/group.ts'
import { mayInRealm } from '../kernel/realm-state/permissions.ts'
import type { RealmGroupSetting } from '../kernel/realm-state/realm-settings.ts'
import type { RealmState } from '../kernel/realm-state/realm-state.ts'
import { isAdministrator, isGuest } from '../kernel/realm-state/user.ts'
import { checkChannelName, checkDescription } from '../kernel/texts/channel-name.ts'
import type { Tx } from '../kernel/transaction/tx.ts'
import { checkGroupSetting, defaultGroupSetting, isSameSetting } from '../people/groups/access.ts'
import { presentChannel } from './channel/present.ts'
import { requireFolder } from './channel-folders/access.ts'
import { requireKind, requireMayMake, requireTopicsForProtected } from './channel-kind.ts'
import { emitDefaultChannels } from './default-channel-groups/default-channels.ts'
import { channelCreatedNotices } from './notices/channel-notices.ts'
import { insertChannels } from './queries.ts'

export interface ChannelRequest {
  readonly name: string
  readonly description: string
  /** HTML, rendered before the transaction. */
  readonly renderedDescription: string
}

/** The options of the creator. Everything else has defaults. */
export interface ChannelOptions {
  readonly inviteOnly: boolean
  readonly isWebPublic: boolean
  readonly isDefault: boolean
  readonly historyPublic: boolean | undefined
  readonly messageRetentionDays: number | null | undefined
  readonly defaultPushNotifications: boolean
  readonly topicsPolicy: Channel['topicsPolicy'] | undefined
  readonly folderId: number | undefined
  readonly groupSettings: Readonly<Partial<Record<ChannelGroupSetting, GroupSetting | undefined>>>
}

export const PLAIN_CHANNEL: ChannelOptions = {
  inviteOnly: false,
  isWebPublic: false,
  isDefault: false,
  historyPublic: undefined,
  messageRetentionDays: undefined,
  defaultPushNotifications: false,
  topicsPolicy: undefined,
  folderId: undefined,
  groupSettings: {},
}

/** Throws if this person may not create channels with these options. */
export function requireMayCreate({ realm, user }: Pick<Actor, 'realm' | 'user'>, options: ChannelOptions): void {
  const denied = () => badRequest('Insufficient permission')
  if (isGuest(user)) throw badRequest('Not allowed for guest users')
  // Invalid combinations are refused for everyone.
  historyOf(options)
  const may = (name: RealmGroupSetting) => mayInRealm(realm, user, name)
  requireMayMake({ realm, user }, options)
  if (options.isDefault && !isAdministrator(user)) throw denied()
  if (options.isDefault && options.inviteOnly) throw badRequest('Private channels cannot be made default.')
  if (typeof options.messageRetentionDays === 'number') requireOwner(user)
  const policy = options.topicsPolicy ?? 'inherit'
  if (policy !== 'inherit' && !may('can_set_topics_policy_group')) throw denied()
  if (setsDeletion(realm, options) && !may('can_set_delete_message_policy_group')) throw denied()
}

/** Clients that send every permission send the defaults too, which need no right. */
const setsDeletion = (realm: RealmState, { groupSettings }: ChannelOptions): boolean =>
  (['can_delete_any_message_group', 'can_delete_own_message_group'] as const).some((name) => {
    const value = groupSettings[name]
    return (
      value !== undefined && !isSameSetting(realm, value, realm.groups.system(CHANNEL_GROUP_SETTINGS[name].default).id)
    )
  })

/** True if history is shared: always in public channels, and in private ones only on request. */
function historyOf(options: ChannelOptions): boolean {
  const historyPublic = options.historyPublic ?? !options.inviteOnly
  requireKind({ ...options, historyPublic })
  return historyPublic
}

export async function createChannel(
  tx: Tx,
  creatorId: number | null,
  wanted: ChannelRequest,
  options: ChannelOptions,
  subscriberIds: readonly number[],
): Promise<Channel> {
  const [channel] = await createChannels(tx, creatorId, [wanted], options, subscriberIds)
  return channel!
}

/** Creates channels that differ only in name and description. */
export async function createChannels(
  tx: Tx,
  creatorId: number | null,
  wanted: readonly ChannelRequest[],
  options: ChannelOptions,
  subscriberIds: readonly number[],
): Promise<Channel[]> {
  const { realm } = tx
  const named = wanted.map(({ name, description, renderedDescription }) => ({
    name: checkChannelName(name),
    description: checkDescription(description),
    renderedDescription,
  }))
  const historyPublic = historyOf(options)
  const settings = groupSettingsOf(realm, creatorId, options)
  requireTopicsForProtected(realm, { historyPublic, groupSettings: settings })
  if (options.folderId !== undefined) requireFolder(realm, options.folderId)
  const rows = await insertChannels(tx.db, realm.id, tx.now, named, {
    creatorId,
    inviteOnly: options.inviteOnly,
    isWebPublic: options.isWebPublic,
    historyPublic,
    isDefault: options.isDefault,
    topicsPolicy: options.topicsPolicy ?? 'inherit',
    messageRetentionDays: options.messageRetentionDays ?? null,
    folderId: options.folderId ?? null,
    defaultPushNotifications: options.defaultPushNotifications,
    settings,
  })
  const channels = rows.map(channelFromRow)
  const audienceOf = audiences(realm)
  for (const channel of channels) {
    const shown = presentChannel(realm, channel, undefined)
    const audience = audienceOf(channel, { plus: subscriberIds })
    tx.emit({ type: 'stream', op: 'create', streams: [shown] }, audience, {
      state: [{ put: 'channel', value: channel }],
    })
  }
  if (options.isDefault) emitDefaultChannels(tx)
  if (creatorId !== null && realm.info.settings.send_channel_events_messages)
    tx.after(channelCreatedNotices.job({ by: creatorId, channels: channels.map(({ id }) => id) }))
  return channels
}

function groupSettingsOf(
  realm: RealmState,
  creatorId: number | null,
  options: ChannelOptions,
): Record<ChannelGroupSetting, GroupSetting> {
  const entries = Object.entries(CHANNEL_GROUP_SETTINGS).map(([name, rule]) => {
    const value = options.groupSettings[name as ChannelGroupSetting]
    return [
      name,
      value === undefined ? defaultGroupSetting(realm, rule, creatorId) : checkGroupSetting(realm, name, rule, value),
    ]
  })
  return Object.fromEntries(entries) as Record<ChannelGroupSetting, GroupSetting>
}

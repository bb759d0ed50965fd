import { badRequest } from '../../api/errors.ts'
import { requireContentAccess } from '../kernel/access/channel-access.ts'
import type { Actor } from '../kernel/actor.ts'
import type { Channel } from '../kernel/realm-state/channel.ts'
import { mayInRealm } from '../kernel/realm-state/permissions.ts'
import type { RealmState } from '../kernel/realm-state/realm-state.ts'

/** Public, web-public, or private with shared or protected history. */
export type ChannelKind = Pick<Channel, 'inviteOnly' | 'isWebPublic' | 'historyPublic'>

/** Who may create channels of this kind may also turn others into it. */
export function requireMayMake(
  { realm, user }: Pick<Actor, 'realm' | 'user'>,
  kind: Omit<ChannelKind, 'historyPublic'>,
) {
  const needed = kind.isWebPublic
    ? 'can_create_web_public_channel_group'
    : kind.inviteOnly
      ? 'can_create_private_channel_group'
      : 'can_create_public_channel_group'
  if (!mayInRealm(realm, user, needed)) throw badRequest('Insufficient permission')
  if (kind.isWebPublic && !realm.info.settings.enable_spectator_access)
    throw badRequest('Web-public channels are not enabled.')
}

/** Private channels are not web-public, and other channels always share their history. */
export function requireKind({ inviteOnly, isWebPublic, historyPublic }: ChannelKind): void {
  const isValid = inviteOnly ? !isWebPublic : historyPublic
  if (!isValid) throw badRequest('Invalid parameters')
}

/** Who may not read what was sent before cannot know which topics there are. */
export function requireTopicsForProtected(
  realm: RealmState,
  channel: Pick<Channel, 'historyPublic' | 'groupSettings'>,
) {
  const { can_create_topic_group: mayCreate } = channel.groupSettings
  if (channel.historyPublic || mayCreate === realm.groups.system('role:everyone').id) return
  const parameters = 'history_public_to_subscribers, can_create_topic_group'
  throw badRequest(`Unsupported parameter combination: ${parameters}`, { parameters })
}

export interface KindUpdate {
  readonly isPrivate?: boolean | undefined
  readonly isWebPublic?: boolean | undefined
  readonly historyPublic?: boolean | undefined
}

/** The kind that the update asks for. What it leaves out stays, or follows from making the channel private or public. */
export function wantedKind(channel: Channel, { isPrivate, isWebPublic, historyPublic }: KindUpdate): ChannelKind {
  const inviteOnly = isPrivate ?? channel.inviteOnly
  const isTurned = inviteOnly !== channel.inviteOnly
  const kind = {
    inviteOnly,
    isWebPublic: isWebPublic ?? (isPrivate === true ? false : channel.isWebPublic),
    historyPublic: historyPublic ?? (isTurned ? !inviteOnly : channel.historyPublic),
  }
  requireKind(kind)
  return kind
}

export const isSameKind = (a: ChannelKind, b: ChannelKind): boolean =>
  a.inviteOnly === b.inviteOnly && a.isWebPublic === b.isWebPublic && a.historyPublic === b.historyPublic

/** May the caller turn the channel into this kind? */
export function requireMayTurn(actor: Actor, channel: Channel, kind: ChannelKind): void {
  const { realm } = actor
  requireContentAccess(actor, channel)
  requireMayMake(actor, kind)
  if (!kind.inviteOnly && realm.info.settings.moderation_request_channel_id === channel.id)
    throw badRequest('Moderation request channel must be private.')
}

import type { ExportType } from '../../../api/objects/realm-export.ts'
import type { Channel } from '../../kernel/realm-state/channel.ts'
import type { RealmState } from '../../kernel/realm-state/realm-state.ts'
import { seesEmail } from '../../kernel/realm-state/sees-email.ts'
import type { User } from '../../kernel/realm-state/user.ts'
import { settingOf } from '../../kernel/realm-state/user-settings.ts'

/** What an export may contain. */
export interface ExportScope {
  readonly realmId: number
  /** Everything, without asking for consent. */
  readonly hasAll: boolean
  /** The people whose private data it contains. */
  readonly consenting: readonly number[]
  readonly channels: readonly Channel[]
  /** Conversations of channels that it contains as a whole. */
  readonly openConversations: readonly number[]
  /** Channels of which it contains only what one of these people has received. */
  readonly protectedChannels: readonly number[]
  /** How much of the history of a message it contains: all, moves or none. */
  readonly history: string
  hasPrivateDataOf(user: User): boolean
  /** Whether the administrator who asked for it may know the address. */
  hasEmailOf(user: User): boolean
}

/** Active people who let administrators export their private data. */
export const consents = (user: User): boolean => user.isActive && settingOf(user, 'allow_private_data_export')

/** An active account that a person uses. Bots have no say in exports. */
export const isActivePerson = ({ isActive, isBot }: User): boolean => isActive && !isBot

/** `requester` is null for the operator. */
export function scopeOf(realm: RealmState, type: ExportType, requester: User | null): ExportScope {
  const hasAll = type === 'full_without_consent'
  const people = [...realm.users.values()].filter((user) => isActivePerson(user) && consents(user))
  const consenting = new Set(type === 'full_with_consent' ? people.map(({ id }) => id) : [])
  const hasConsent = ({ id }: Channel) => [...realm.memberships.subscribers(id)].some((user) => consenting.has(user))
  const channels = [...realm.channels.values()].filter(
    (channel) => hasAll || !channel.inviteOnly || hasConsent(channel),
  )
  const isProtected = ({ inviteOnly, historyPublic }: Channel) => inviteOnly && !historyPublic
  return {
    realmId: realm.id,
    hasAll,
    consenting: [...consenting],
    channels,
    openConversations: channels.filter((channel) => !isProtected(channel)).map(({ convId }) => convId),
    protectedChannels: channels.filter(isProtected).map(({ id }) => id),
    history: hasAll ? 'all' : realm.info.settings.message_edit_history_visibility_policy,
    hasPrivateDataOf: ({ id }) => hasAll || consenting.has(id),
    hasEmailOf: (user) => hasAll || consenting.has(user.id) || (requester !== null && seesEmail(user, requester)),
  }
}

import type { Selectable } from 'kysely'
import { foldCase } from '../../../api/fold-case.ts'
import type { Tables } from '../../kernel/db/tables.ts'
import type { Role } from '../../kernel/realm-state/user.ts'

/** What an invitation gives to an account that is created with it. */
export interface Grants {
  readonly role: Role
  readonly channelIds: readonly number[]
  readonly groupIds: readonly number[]
  readonly withDefaultChannels: boolean
  /** Null: the welcome text of the organization. */
  readonly welcomeText: string | null
}

export interface Invitation extends Grants {
  readonly id: number
  readonly inviterId: number
  /** Null for a link, which any number of people can use. */
  readonly email: string | null
  /** The key in the link, encrypted. */
  readonly keySealed: string
  readonly notifiesInviter: boolean
  /** Seconds. */
  readonly invitedAt: number
  /** Seconds; null: never. */
  readonly expiresAt: number | null
  readonly state: 'open' | 'used' | 'revoked'
}

export const invitationFromRow = (row: Selectable<Tables['invitation']>): Invitation => ({
  id: row.id,
  inviterId: row.inviter_id,
  email: row.email,
  keySealed: row.key_sealed,
  role: row.role as Role,
  channelIds: row.channel_ids,
  groupIds: row.group_ids,
  withDefaultChannels: row.with_default_channels,
  notifiesInviter: row.notifies_inviter,
  welcomeText: row.welcome_text,
  invitedAt: row.invited_at,
  expiresAt: row.expires_at,
  state: row.state,
})

/** May somebody with this address use it? */
export const isFor = ({ email }: Pick<Invitation, 'email'>, address: string): boolean =>
  email === null || foldCase(email) === foldCase(address)

export const isExpired = ({ expiresAt }: Invitation, now: number): boolean => expiresAt !== null && expiresAt <= now

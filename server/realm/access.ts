import { badRequest } from '../../api/errors.ts'
import type { Actor } from '../actor.ts'
import { findChannel } from '../channels/access.ts'
import type { Channel } from '../realm-state/channel.ts'
import type { RealmGroupSetting, RealmSettings } from '../realm-state/realm-settings.ts'
import { AUTHENTICATION_METHODS } from './choices.ts'
import type { WantedSettings } from './read-settings.ts'

/** Settings that decide who gets in, who manages, and what is kept. */
const OWNERS_ONLY: ReadonlySet<string> = new Set<keyof RealmSettings | RealmGroupSetting>([
  'message_retention_days',
  'waiting_period_threshold',
  'invite_required',
  'disallow_disposable_email_addresses',
  'emails_restricted_to_domains',
  'create_multiuse_invite_group',
  'can_create_groups',
  'can_invite_users_group',
  'can_manage_all_groups',
  'can_manage_billing_group',
])

/** Does the request name a setting that only owners may change? */
export const needsOwner = ({ settings, groupSettings, authenticationMethods, stringId }: WantedSettings): boolean =>
  stringId !== undefined ||
  authenticationMethods !== undefined ||
  [...Object.keys(settings), ...Object.keys(groupSettings)].some((name) => OWNERS_ONLY.has(name))

/** There is one way to sign in, so all that can be asked for is to keep it. */
export function checkAuthenticationMethods(wanted: Readonly<Record<string, boolean>>): void {
  for (const name of Object.keys(wanted))
    if (!AUTHENTICATION_METHODS.includes(name))
      throw badRequest(
        `Invalid authentication method: ${name}. Valid methods are: ${AUTHENTICATION_METHODS.join(', ')}`,
      )
  if (AUTHENTICATION_METHODS.every((name) => wanted[name] === false))
    throw badRequest('At least one authentication method must be enabled.')
}

const CHANNEL_SETTINGS = [
  'moderation_request_channel_id',
  'new_stream_announcements_stream_id',
  'signup_announcements_stream_id',
  'service_update_announcements_stream_id',
] as const satisfies (keyof RealmSettings)[]

/** Settings that name a channel: an active one that the caller knows, or -1. */
export function checkChannels(actor: Actor, settings: Partial<RealmSettings>): Partial<RealmSettings> {
  const checked = CHANNEL_SETTINGS.flatMap((name) => {
    const id = settings[name]
    if (id === undefined) return []
    if (id < 0) return [[name, -1] as const]
    const channel = requireKnownChannel(actor, id)
    if (name === 'moderation_request_channel_id' && !channel.inviteOnly)
      throw badRequest('Moderation request channel must be private.')
    return [[name, id] as const]
  })
  return { ...settings, ...Object.fromEntries(checked) }
}

function requireKnownChannel(actor: Actor, id: number): Channel {
  const channel = findChannel(actor, id)
  if (!channel || channel.isArchived) throw badRequest('Invalid channel ID')
  return channel
}

import { badRequest } from '../../../api/errors.ts'
import { findChannel } from '../../kernel/access/channel-access.ts'
import type { Actor } from '../../kernel/actor.ts'
import type { Channel } from '../../kernel/realm-state/channel.ts'
import type { AuthenticationMethod, RealmInfo } from '../../kernel/realm-state/realm-info.ts'
import type { RealmGroupSetting, RealmSettings } from '../../kernel/realm-state/realm-settings.ts'
import type { RealmSettingsRequest } from './read-settings.ts'

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
export const needsOwner = ({
  settings,
  groupSettings,
  authenticationMethods,
  stringId,
}: RealmSettingsRequest): boolean =>
  stringId !== undefined ||
  authenticationMethods !== undefined ||
  [...Object.keys(settings), ...Object.keys(groupSettings)].some((name) => OWNERS_ONLY.has(name))

/** The methods that are switched off after the change. A method that is not named stays as it is. */
export function checkAuthenticationMethods(
  wanted: Readonly<Record<string, boolean>>,
  available: readonly AuthenticationMethod[],
  { disabledMethods }: RealmInfo,
): readonly AuthenticationMethod[] {
  for (const name of Object.keys(wanted))
    if (!available.some((one) => one === name))
      throw badRequest(`Invalid authentication method: ${name}. Valid methods are: ${available.join(', ')}`)
  const isDisabled = (name: AuthenticationMethod) =>
    name in wanted ? wanted[name] === false : disabledMethods.includes(name)
  if (available.every(isDisabled)) throw badRequest('At least one authentication method must be enabled.')
  const others = disabledMethods.filter((name) => !available.includes(name))
  return [...available.filter(isDisabled), ...others]
}

/** Settings whose value is the id of a channel, or -1. */
export const CHANNEL_SETTINGS = [
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

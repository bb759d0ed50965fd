import type { ParamsOf } from '../../api/contract.ts'
import type { createChannel } from '../../api/endpoints/channels.ts'
import { ApiError } from '../../api/errors.ts'
import { CHANNEL_PERMISSIONS } from '../../api/objects/channel.ts'
import type { ChannelOptions } from './create-channel.ts'

type CreationParams = Omit<ParamsOf<typeof createChannel>, 'name' | 'description' | 'subscribers' | 'announce'>

/** The options of new channels, from the parameters of a request. */
export const readChannelOptions = (params: CreationParams): ChannelOptions => ({
  inviteOnly: params.invite_only,
  isWebPublic: params.is_web_public,
  isDefault: params.is_default_stream,
  historyPublic: params.history_public_to_subscribers,
  messageRetentionDays: retentionDays(params.message_retention_days),
  defaultPushNotifications: params.default_push_notifications ?? false,
  topicsPolicy: params.topics_policy,
  folderId: params.folder_id,
  groupSettings: Object.fromEntries(CHANNEL_PERMISSIONS.map((name) => [name, params[name]])),
})

/** What a column of the database holds. */
const MAX_RETENTION_DAYS = 2 ** 31 - 1

/** Undefined: not asked for. Null: as the organization. -1: for ever. */
export function retentionDays(value: string | number | undefined): number | null | undefined {
  if (value === undefined) return undefined
  if (value === 'realm_default') return null
  if (value === 'unlimited') return -1
  if (typeof value !== 'number' || !Number.isInteger(value) || value <= 0 || value > MAX_RETENTION_DAYS) {
    const data = { var_name: 'message_retention_days', bad_value: value }
    throw new ApiError('REQUEST_VARIABLE_INVALID', `Bad value for 'message_retention_days': ${value}`, { data })
  }
  return value
}

import type { Selectable } from 'kysely'
import type { Tables } from '../db/tables.ts'
import type { Channel } from './channel.ts'
import type { Group, GroupSetting } from './group.ts'
import type { RealmInfo } from './realm-info.ts'
import { REALM_GROUP_SETTINGS, REALM_SETTINGS } from './realm-settings.ts'
import type { Role, User } from './user.ts'

type Row<T extends keyof Tables> = Selectable<Tables[T]>

export const realmFromRow = (row: Row<'realm'>): RealmInfo => {
  const stored = row.settings as Record<string, unknown>
  const pick = <T extends object>(names: T) =>
    Object.fromEntries(Object.keys(names).flatMap((name) => (name in stored ? [[name, stored[name]]] : [])))
  return {
    id: row.id,
    stringId: row.string_id,
    host: row.host,
    name: row.name,
    uuid: row.uuid,
    createdAt: row.created_at,
    deactivated: row.deactivated,
    deletionAt: row.deletion_at,
    pictures: row.pictures as RealmInfo['pictures'],
    settings: { ...REALM_SETTINGS, ...pick(REALM_SETTINGS) },
    groupSettings: pick(REALM_GROUP_SETTINGS) as RealmInfo['groupSettings'],
    accountDefaults: (stored['user_settings_defaults'] ?? {}) as RealmInfo['accountDefaults'],
    disabledMethods: (stored['disabled_authentication_methods'] ?? []) as RealmInfo['disabledMethods'],
  }
}

/** The address that the API shows when the real one is hidden. */
export const wireEmail = (id: number, host: string): string => `user${id}@${host}`

export const userFromRow = (row: Row<'account'>, host: string): User => ({
  id: row.id,
  realmId: row.realm_id,
  deliveryEmail: row.delivery_email,
  apiEmail: row.email_address_visibility === 1 ? row.delivery_email : wireEmail(row.id, host),
  fullName: row.full_name,
  role: row.role as Role,
  isActive: row.is_active,
  isBot: row.is_bot,
  botType: row.bot_type,
  botOwnerId: row.bot_owner_id,
  dateJoined: row.date_joined,
  timezone: row.timezone,
  avatarSource: row.avatar_source as User['avatarSource'],
  avatarVersion: row.avatar_version,
  avatarToken: row.avatar_token,
  isSystemBot: row.is_system_bot,
  canCreateUsers: row.can_create_users,
  canChangeUserEmails: row.can_change_user_emails,
  apiKeyHash: row.api_key_hash,
  apiKeySealed: row.api_key_sealed,
  emailAddressVisibility: row.email_address_visibility,
  isImportedStub: row.is_imported_stub,
  hasEditedSettings: row.has_edited_settings,
  isLongIdle: row.is_long_idle,
  profile: row.profile as User['profile'],
  settings: row.settings as User['settings'],
})

export const channelFromRow = (row: Row<'channel'>): Channel => ({
  id: row.id,
  convId: row.conv_id,
  name: row.name,
  description: row.description,
  renderedDescription: row.rendered_description,
  creatorId: row.creator_id,
  createdAt: row.created_at,
  inviteOnly: row.invite_only,
  isWebPublic: row.is_web_public,
  historyPublic: row.history_public_to_subscribers,
  isArchived: row.is_archived,
  isDefault: row.is_default,
  topicsPolicy: row.topics_policy as Channel['topicsPolicy'],
  messageRetentionDays: row.message_retention_days,
  defaultPushNotifications: row.default_push_notifications,
  folderId: row.folder_id,
  weeklyTraffic: row.weekly_traffic,
  isRecentlyActive: row.is_recently_active,
  groupSettings: row.settings as Channel['groupSettings'],
})

export const groupFromRow = (
  row: Row<'user_group'>,
  members: readonly number[],
  subgroups: readonly number[],
): Group => ({
  id: row.id,
  name: row.name,
  description: row.description,
  isSystem: row.is_system,
  creatorId: row.creator_id,
  createdAt: row.created_at,
  deactivated: row.deactivated,
  members,
  subgroups,
  settings: row.settings as Record<keyof Group['settings'], GroupSetting>,
})

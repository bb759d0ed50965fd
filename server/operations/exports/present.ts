import type { RealmExport } from '../../../api/objects/realm-export.ts'
import type { Channel } from '../../kernel/realm-state/channel.ts'
import type { Group } from '../../kernel/realm-state/group.ts'
import type { RealmState } from '../../kernel/realm-state/realm-state.ts'
import type { CustomEmoji } from '../../kernel/realm-state/records/custom-emoji.ts'
import type { User } from '../../kernel/realm-state/user.ts'
import { type EditedMessage, presentEdits } from '../../messages/stored-edit.ts'
import { reactionTypeOf } from '../../organization/emoji/reaction-present.ts'
import { archivePath } from './archive-file.ts'
import type { ExportedDraft, ExportedReaction } from './content-queries.ts'
import type { ExportRow } from './queries.ts'
import type { ExportScope } from './scope.ts'

/** `url` is the address of the organization. */
export const presentExport = (row: ExportRow, url: string): RealmExport => ({
  id: row.id,
  acting_user_id: row.user_id,
  export_time: row.requested_at,
  deleted_timestamp: row.deleted_at,
  failed_timestamp: row.failed_at,
  export_url: row.token === null ? null : url + archivePath(row.id, row.token),
  pending: row.state === 'pending',
  export_from_prior_server: false,
  export_type: row.type,
})

// How records are written into archives. Fields are named one by one, so that a new field of a record, such as a key,
// does not get into archives by accident.

/** The version of the format of archives. */
const FORMAT_VERSION = 1

export const presentOrganization = (
  { info }: RealmState,
  { type, requested_at: requestedAt }: Pick<ExportRow, 'type' | 'requested_at'>,
) => ({
  format_version: FORMAT_VERSION,
  export_type: type,
  export_time: requestedAt,
  id: info.id,
  name: info.name,
  host: info.host,
  uuid: info.uuid,
  created_at: info.createdAt,
  settings: info.settings,
})

export const presentUser = (user: User, scope: ExportScope) => ({
  id: user.id,
  email: scope.hasEmailOf(user) ? user.deliveryEmail : user.apiEmail,
  full_name: user.fullName,
  role: user.role,
  is_active: user.isActive,
  is_bot: user.isBot,
  bot_type: user.botType,
  bot_owner_id: user.botOwnerId,
  date_joined: user.dateJoined,
  timezone: user.timezone,
  profile_data: user.profile,
  ...(scope.hasPrivateDataOf(user) && { settings: user.settings }),
})

export const presentChannel = (channel: Channel) => ({
  id: channel.id,
  name: channel.name,
  description: channel.description,
  creator_id: channel.creatorId,
  created_at: channel.createdAt,
  invite_only: channel.inviteOnly,
  is_web_public: channel.isWebPublic,
  history_public_to_subscribers: channel.historyPublic,
  is_archived: channel.isArchived,
  topics_policy: channel.topicsPolicy,
})

export const presentGroup = (group: Group) => ({
  id: group.id,
  name: group.name,
  description: group.description,
  is_system_group: group.isSystem,
  deactivated: group.deactivated,
  creator_id: group.creatorId,
  member_ids: group.members,
  subgroup_ids: group.subgroups,
})

export const presentReaction = (row: ExportedReaction) => ({
  message_id: row.message_id,
  user_id: row.user_id,
  emoji_name: row.emoji_name,
  emoji_code: row.emoji_code,
  reaction_type: reactionTypeOf(row.kind),
})

/**
 * The changes of a message, the oldest first. What happened before it left a channel that the archive does not contain
 * is left out.
 */
export function presentHistory(message: EditedMessage & { readonly id: number }, { history, channels }: ExportScope) {
  const { edit_history: newestFirst = [] } = presentEdits(message, history, true)
  const isContained = (id: number | undefined) => id === undefined || channels.some((channel) => channel.id === id)
  const outside = newestFirst.findIndex(({ prev_stream: id }) => !isContained(id))
  const shown = outside < 0 ? newestFirst : newestFirst.slice(0, outside)
  return shown.toReversed().map((edit) => ({
    message_id: message.id,
    user_id: edit.user_id,
    timestamp: edit.timestamp,
    prev_content: edit.prev_content,
    prev_topic: edit.prev_topic,
    topic: edit.topic,
    prev_stream: edit.prev_stream,
    stream: edit.stream,
  }))
}

export const presentDraft = (row: ExportedDraft) => ({
  id: row.id,
  user_id: row.user_id,
  type: row.type,
  recipients: row.recipients,
  topic: row.topic,
  content: row.content,
  timestamp: row.edited_at,
})

export const presentEmoji = (emoji: CustomEmoji) => ({
  id: emoji.id,
  name: emoji.name,
  author_id: emoji.authorId,
  created_at: emoji.createdAt,
  deactivated: emoji.deactivatedSeq !== null,
  file: emojiFile(emoji),
})

/** The name of the picture in the archive. */
export const emojiFile = ({ id, format }: CustomEmoji): string => `emoji/${id}.${format}`

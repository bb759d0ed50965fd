import * as z from 'zod'

const capability = z.boolean().optional()

/** What a client can cope with. Capabilities we do not know are newer than us and do no harm. */
export const ClientCapabilities = z.object({
  notification_settings_null: z.boolean(),
  bulk_message_deletion: capability,
  user_avatar_url_field_optional: capability,
  stream_typing_notifications: capability,
  user_settings_object: capability,
  linkifier_url_template: capability,
  user_list_incomplete: capability,
  include_deactivated_groups: capability,
  archived_channels: capability,
  empty_topic_name: capability,
  simplified_presence_events: capability,
  individual_emoji_changes: capability,
})
export type ClientCapabilities = z.infer<typeof ClientCapabilities>

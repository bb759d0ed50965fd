import * as z from 'zod'

const capability = z.boolean().optional()

/** What a client can cope with. Capabilities we do not know are newer than us and do no harm. */
export const ClientCapabilities = z.object({
  notification_settings_null: z
    .boolean()
    .describe('The client understands null in the notification settings of a channel.'),
  bulk_message_deletion: capability.describe('The client understands one deletion event for several messages.'),
  user_avatar_url_field_optional: capability.describe(
    'The server can leave out `avatar_url` of users. The client then asks for the picture itself.',
  ),
  stream_typing_notifications: capability.describe('The client wants typing events of channels.'),
  user_settings_object: capability.describe(
    'The client reads `user_settings` and needs no copies of the settings at the top level.',
  ),
  linkifier_url_template: capability.describe('The client understands linkifiers with URL templates.'),
  user_list_incomplete: capability.describe('The client copes with users that it cannot see being left out of lists.'),
  include_deactivated_groups: capability.describe('The client wants deactivated user groups too.'),
  archived_channels: capability.describe('The client wants archived channels too.'),
  empty_topic_name: capability.describe(
    'The client shows the empty topic itself. Others get the display name of the empty topic.',
  ),
  simplified_presence_events: capability.describe('The client wants presence events in the short form.'),
  individual_emoji_changes: capability.describe('The client understands events about single custom emoji.'),
})
export type ClientCapabilities = z.infer<typeof ClientCapabilities>

import * as z from 'zod'

export const RealmAuthenticationMethod = z.strictObject({
  enabled: z.boolean().describe('True when the organization allows the method.'),
  available: z.boolean().describe('True when the server can offer the method.'),
  unavailable_reason: z.string().optional().describe('Why the method cannot be chosen.'),
})

export type RealmAuthenticationMethod = z.infer<typeof RealmAuthenticationMethod>

export const RealmDomain = z.strictObject({
  domain: z.string().describe('The domain, in lower case.'),
  allow_subdomains: z.boolean().describe('Whether addresses below the domain are allowed too.'),
})

export const RealmEmoji = z.strictObject({
  id: z.string().describe('The id of the emoji: its code in reactions.'),
  name: z.string().describe('The name of the emoji, without colons.'),
  source_url: z.string().describe('The address of the picture, relative to the server.'),
  still_url: z.string().nullable().describe('The address of the first frame of an animated picture; null for others.'),
  deactivated: z.boolean().describe('Whether it can no longer be used in new messages and reactions.'),
  author_id: z.int().nullable().describe('The id of the account that uploaded it; null when nobody is known.'),
})
export type RealmEmoji = z.infer<typeof RealmEmoji>

export const RealmEmojiMap = z.record(z.string(), RealmEmoji).describe('All custom emoji by their ids.')

export const RealmLinkifier = z.strictObject({
  id: z.int().describe('The id of the linkifier.'),
  pattern: z.string().describe('The regular expression whose matches become links.'),
  url_template: z.string().describe('The URI template (RFC 6570) that makes the address of the link.'),
  example_input: z.string().nullable().describe('A text that the pattern matches, or null.'),
  reverse_template: z.string().nullable().describe('The template that turns an address back into text, or null.'),
  alternative_url_templates: z.array(z.string()).describe('More templates of addresses that can be turned into text.'),
})

/** Pattern, format string and id. */
export const RealmFilter = z
  .array(z.union([z.int(), z.string()]))
  .describe('A linkifier in its old form: its pattern, a format string for the address, and its id.')

export const RealmPlayground = z.strictObject({
  id: z.int().describe('The id of the playground.'),
  name: z.string().describe('The name that people see.'),
  pygments_language: z.string().describe('The language of the code blocks that it is offered for.'),
  url_template: z.string().describe('The URI template (RFC 6570) of its address. Its only variable is `code`.'),
})

export const CustomProfileField = z.strictObject({
  id: z.int().describe('The id of the field.'),
  type: z.int().describe('The type of its values, as listed in custom_profile_field_types.'),
  order: z.int().describe('Its place among the fields. Lower numbers come first.'),
  name: z.string().describe('The label of the field.'),
  hint: z.string().describe('A text that helps people fill in the field.'),
  field_data: z
    .string()
    .optional()
    .describe('JSON: the choices of a dropdown, or the kind of external account; empty for other types.'),
  display_in_profile_summary: z.boolean().optional().describe('Whether short forms of a profile show it.'),
  required: z.boolean().describe('Whether people are asked to fill it in.'),
  editable_by_user: z.boolean().describe('Whether people may change it themselves; if not, administrators do.'),
  use_for_user_matching: z.boolean().optional().describe('Whether people are also found by its value.'),
})
export type CustomProfileField = z.infer<typeof CustomProfileField>

export const DefaultChannelGroup = z.strictObject({
  id: z.int().describe('The id of the group of channels.'),
  name: z.string().describe('The name of the group of channels.'),
  description: z.string().describe('What the group of channels is for.'),
  streams: z.array(z.int()).describe('The ids of its channels.'),
})
export type DefaultChannelGroup = z.infer<typeof DefaultChannelGroup>

export const ChannelFolder = z.strictObject({
  id: z.int().describe('The id of the folder.'),
  name: z.string().describe('The name of the folder.'),
  order: z.int().describe('The position of the folder.'),
  date_created: z.int().nullable().describe('When the folder was created, in seconds since 1970.'),
  creator_id: z.int().nullable().describe('The id of the user who created the folder.'),
  description: z.string().describe('The description, as it was typed.'),
  rendered_description: z.string().describe('The description as HTML.'),
  is_archived: z.boolean().describe('True when the folder is archived.'),
})
export type ChannelFolder = z.infer<typeof ChannelFolder>

export const IncomingWebhookBot = z.strictObject({
  name: z.string().describe('The name of the integration in web addresses.'),
  display_name: z.string().describe('The name of the integration for people.'),
  all_event_types: z
    .array(z.string())
    .nullable()
    .describe('The kinds of events that can be selected. It is null when there is no choice.'),
  config_options: z
    .array(
      z.strictObject({
        key: z.string().describe('The name of the setting.'),
        label: z.string().describe('The label of the setting.'),
        validator: z.string().describe('The kind of values that it takes.'),
      }),
    )
    .optional()
    .describe('The settings of a bot of this integration.'),
  url_options: z
    .array(
      z.strictObject({
        key: z.string().describe('The name of the parameter.'),
        label: z.string().describe('The label of the parameter.'),
        input_type: z.string().describe('The kind of field to show.'),
      }),
    )
    .optional()
    .describe('The parameters of the web address of this integration.'),
})

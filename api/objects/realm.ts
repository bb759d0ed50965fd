import * as z from 'zod'

export const RealmAuthenticationMethod = z.strictObject({
  enabled: z.boolean(),
  available: z.boolean(),
  unavailable_reason: z.string().optional(),
})

export const RealmDomain = z.strictObject({
  domain: z.string().describe('The domain, in lower case.'),
  allow_subdomains: z.boolean().describe('Whether addresses below the domain are allowed too.'),
})

export const RealmEmoji = z.strictObject({
  id: z.string(),
  name: z.string(),
  source_url: z.string(),
  still_url: z.string().nullable(),
  deactivated: z.boolean(),
  author_id: z.int().nullable(),
})

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
  id: z.int(),
  type: z.int(),
  order: z.int(),
  name: z.string(),
  hint: z.string(),
  field_data: z.string().optional(),
  display_in_profile_summary: z.boolean().optional(),
  required: z.boolean(),
  editable_by_user: z.boolean(),
  use_for_user_matching: z.boolean().optional(),
})

export const DefaultChannelGroup = z.strictObject({
  id: z.int(),
  name: z.string(),
  description: z.string(),
  streams: z.array(z.int()),
})

export const ChannelFolder = z.strictObject({
  id: z.int(),
  name: z.string(),
  order: z.int(),
  date_created: z.int().nullable(),
  creator_id: z.int().nullable(),
  description: z.string(),
  rendered_description: z.string(),
  is_archived: z.boolean(),
})

const OutgoingService = z.strictObject({ base_url: z.string(), token: z.string(), interface: z.literal([1, 2]) })
const EmbeddedService = z.strictObject({ service_name: z.string(), config_data: z.record(z.string(), z.string()) })

export const Bot = z.strictObject({
  user_id: z.int(),
  default_sending_stream: z.string().nullable(),
  default_events_register_stream: z.string().nullable(),
  default_all_public_streams: z.boolean(),
  services: z.array(z.union([OutgoingService, EmbeddedService])),
})

export const IncomingWebhookBot = z.strictObject({
  name: z.string(),
  display_name: z.string(),
  all_event_types: z.array(z.string()).nullable(),
  config_options: z.array(z.strictObject({ key: z.string(), label: z.string(), validator: z.string() })).optional(),
  url_options: z.array(z.strictObject({ key: z.string(), label: z.string(), input_type: z.string() })).optional(),
})

import * as z from 'zod'

const OutgoingService = z.strictObject({
  base_url: z.string().describe('The address that messages are posted to.'),
  token: z.string().describe('The token that every request carries.'),
  interface: z.literal([1, 2]).describe('The format of the requests: 1 generic, 2 compatible with Slack.'),
})
const EmbeddedService = z.strictObject({
  service_name: z.string().describe('The name of the embedded bot.'),
  config_data: z.record(z.string(), z.string()).describe('Its configuration.'),
})

/** The channels of a bot, by name. */
export const botDefaults = {
  default_sending_stream: z.string().nullable().describe('The channel that the bot sends to by default.'),
  default_events_register_stream: z
    .string()
    .nullable()
    .describe('The channel whose messages the event queues of the bot get by default.'),
  default_all_public_streams: z
    .boolean()
    .describe('Whether event queues of the bot get the messages of all public channels by default.'),
}

export const Bot = z.strictObject({
  user_id: z.int().describe('The id of the bot.'),
  ...botDefaults,
  services: z.array(z.union([OutgoingService, EmbeddedService])).describe('The service of the bot, if it has one.'),
})
export type Bot = z.infer<typeof Bot>

/** As GET /bots lists it for its owner. */
export const OwnedBot = z.strictObject({
  username: z.string().describe('The email address of the bot.'),
  full_name: z.string().describe('The name of the bot.'),
  api_key: z.string().describe('The API key of the bot.'),
  avatar_url: z.string().describe('The address of its picture.'),
  ...botDefaults,
})

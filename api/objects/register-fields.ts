import * as z from 'zod'
import { registerFields } from '../events/base.ts'
import { IncomingWebhookBot } from './realm.ts'

export const realmEmbeddedBotsFields = registerFields('realm_embedded_bots', {
  realm_embedded_bots: z
    .array(
      z.strictObject({
        name: z.string().describe('The name of the bot.'),
        config: z.record(z.string(), z.string()).describe('The settings of the bot, with their defaults.'),
      }),
    )
    .describe('The embedded bots that can be chosen.'),
})

export const realmIncomingWebhookBotsFields = registerFields('realm_incoming_webhook_bots', {
  realm_incoming_webhook_bots: z.array(IncomingWebhookBot).describe('The integrations that can be chosen.'),
})

export const stopWordsFields = registerFields('stop_words', {
  stop_words: z.array(z.string()).describe('The words that search ignores.'),
})

export const giphyFields = registerFields('giphy', {
  giphy_api_key: z.string().describe('The key for GIPHY. It is empty when the server has none.'),
})

export const tenorFields = registerFields('tenor', {
  tenor_api_key: z.string().describe('The key for Tenor. It is empty when the server has none.'),
})

export const klipyFields = registerFields('klipy', {
  klipy_api_key: z.string().describe('The key for KLIPY. It is empty when the server has none.'),
})

export const realmBillingFields = registerFields('realm_billing', {
  realm_billing: z
    .strictObject({
      has_pending_sponsorship_request: z.boolean().describe('True while a request for sponsorship is open.'),
    })
    .describe('The state of billing.'),
})

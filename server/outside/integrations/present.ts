import type * as z from 'zod'
import type { IncomingWebhookBot } from '../../../api/objects/realm.ts'
import type { Integration } from './integration.ts'

/** No integration has settings of its bot, so there are no `config_options`. */
export const presentIntegration = (integration: Integration): z.infer<typeof IncomingWebhookBot> => ({
  name: integration.name,
  display_name: integration.displayName,
  all_event_types: integration.eventTypes === null ? null : [...integration.eventTypes],
  config_options: [],
  url_options: (integration.urlOptions ?? []).map(({ key, label, inputType }) => ({
    key,
    label,
    input_type: inputType,
  })),
})

import * as z from 'zod'

/** A refusal quotes this number of characters of a name. */
const QUOTED = 100

/** What a person may set for a channel that they are subscribed to. */
export const SubscriptionProperty = z.enum(
  [
    'color',
    'is_muted',
    'in_home_view',
    'pin_to_top',
    'desktop_notifications',
    'audible_notifications',
    'push_notifications',
    'email_notifications',
    'wildcard_mentions_notify',
  ],
  { error: ({ input }) => `Unknown subscription property: ${String(input).slice(0, QUOTED)}` },
)
export type SubscriptionProperty = z.infer<typeof SubscriptionProperty>

const Value = z.union([z.boolean(), z.string()])

/** A value inside JSON. */
export const SubscriptionPropertyValue = Value

/** The same as a parameter of its own. Clients send text both bare and as a JSON string. */
export const SubscriptionPropertyText = z.codec(z.string(), Value, {
  decode: (text) => {
    try {
      const value: unknown = JSON.parse(text)
      if (typeof value === 'boolean' || typeof value === 'string') return value
    } catch {
      // Bare text.
    }
    return text
  },
  encode: (value) => JSON.stringify(value),
})

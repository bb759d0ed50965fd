/** A Monday morning: every time in an example is this one. */
const SECONDS = 1_767_605_400
const ISO = '2026-01-05T09:30:00+00:00'
const UUID = '3fa1c2de-7b04-4c19-9a53-0c8e51d2f6ab'
const SECRET = 'rK3vX9bQ7mT2wZ5nJ8cL4hP6dF1gS0yA'
const HEX = UUID.replaceAll('-', '')
const SITE = 'chat.example.org'

const IS_TIME = /timestamp|date|last_updated|server_generation|presence_last/
const IS_SECRET = /api_key|token/
/** Some tokens must have this form. */
const IS_HEX = /^([0-9a-f]{2})+$/i

/** In texts: addresses of the test server, times, ids that are made at random. */
const REPLACEMENTS: readonly (readonly [RegExp, string])[] = [
  [/http:\/\/(127\.0\.0\.1|localhost)(:\d+)?/g, `https://${SITE}`],
  [/\b(127\.0\.0\.1|localhost)(:\d+)?/g, SITE],
  [/\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?(Z|\+00:00)/g, ISO],
  [/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/gi, UUID],
  [/[0-9a-f]{20,}/g, HEX],
]

const normalizeText = (text: string): string =>
  REPLACEMENTS.reduce((result, [pattern, replacement]) => result.replaceAll(pattern, replacement), text)

/** The same value in every run: nothing of the machine, the time or a secret is left in it. */
export function normalize(value: unknown, name = ''): unknown {
  if (Array.isArray(value)) return value.map((item) => normalize(item, name))
  if (typeof value === 'object' && value !== null) {
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [normalizeText(key), normalize(inner, key)]))
  }
  if (typeof value === 'number') return IS_TIME.test(name) && value > 1e9 ? SECONDS : value
  if (typeof value !== 'string') return value
  if (name === 'queue_id') return UUID
  if (!IS_SECRET.test(name) || value === '') return normalizeText(value)
  return IS_HEX.test(value) ? HEX : SECRET
}

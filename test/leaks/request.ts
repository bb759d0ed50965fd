import type { Endpoint } from '../../api/contract.ts'
import { isFile, isOptional } from '../../api/contract.ts'
import { API_PREFIX } from '../../api/prefix.ts'

/** Valid values of required parameters, in the form of a request. */
const VALUES: Readonly<Record<string, string>> = {
  type: 'channel',
  to: '"general"',
  topic: 'leaks',
  content: 'x',
  subscriptions: '["general"]',
  anchor: 'newest',
  messages: '[1]',
  op: 'add',
  flag: 'starred',
  emoji_name: 'smile',
  email: 'nobody@example.com',
  username: 'nobody@example.com',
  password: 'x',
  full_name: 'Leak',
  short_name: 'leak',
  name: 'leak',
  description: '',
  field_type: '1',
  order: '[]',
  data: '[]',
  drafts: '[]',
  draft: '{"type":"","to":[],"topic":"","content":"x"}',
  pattern: 'leak-(?P<id>[0-9]+)',
  url_template: 'https://example.com/{id}',
  ordered_linkifier_ids: '[]',
  alert_words: '["leak"]',
  domain: 'example.com',
  allow_subdomains: 'true',
  pygments_language: 'leak',
  scheduled_delivery_timestamp: '4102444800',
  visibility_policy: '0',
  status: 'idle',
  fragment: 'leak',
  is_pinned: 'false',
  title: 'leak',
  storage: '{}',
  members: '[]',
  stream_ids: '[]',
  stream: 'general',
  stream_name: 'general',
  topic_name: 'leaks',
  invitee_emails: '',
  group_name: 'leak',
  stream_names: '[]',
  subscription_data: '[]',
  property: 'pin_to_top',
  value: 'true',
  report_type: 'spam',
  num_before: '0',
  num_after: '0',
  narrow: '[]',
  msg_ids: '[]',
  filename: 'leak',
  night: 'false',
  onboarding_step: 'leak',
  token: 'x',
  integration: 'json',
  payload: '{}',
}

/** No organization has it. */
const ABSENT_ID = '2147480000'

export interface Request {
  readonly method: string
  readonly path: string
  readonly form: Readonly<Record<string, string>>
}

/** A request with the required parameters, and with these. Ids that are not given belong to nothing. */
export function requestOf({ method, path, params }: Endpoint, given: Readonly<Record<string, string>> = {}): Request {
  const form: Record<string, string> = {}
  for (const [name, schema] of Object.entries(params))
    if (name in given || (!isOptional(schema) && !isFile(schema))) form[name] = given[name] ?? VALUES[name] ?? ABSENT_ID
  const own = (name: string) => given[name] ?? VALUES[name] ?? ABSENT_ID
  return {
    method,
    path: API_PREFIX + path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(own(name))),
    form: Object.fromEntries(Object.entries(form).filter(([name]) => !path.includes(`{${name}}`))),
  }
}

export interface Answer {
  readonly status: number
  readonly body: Readonly<Record<string, unknown>>
}

export async function send(
  url: string,
  authorization: string | null,
  { method, path, form }: Request,
): Promise<Answer> {
  const text = new URLSearchParams(form)
  const isGet = method === 'GET'
  const response = await fetch(`${url}${path}${isGet ? `?${text}` : ''}`, {
    method,
    headers: authorization === null ? {} : { authorization },
    ...(isGet ? {} : { body: text }),
  })
  return { status: response.status, body: (await response.json()) as Answer['body'] }
}

export const basic = ({ email, apiKey }: { readonly email: string; readonly apiKey: string }): string =>
  `Basic ${btoa(`${email}:${apiKey}`)}`

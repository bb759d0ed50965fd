import type { Endpoint } from '../../api/contract.ts'
import { API_PREFIX } from '../../api/prefix.ts'
import { quickRequest } from '../outside/quick-send.ts'

/** Values that no endpoint expects, in the form of a request: already percent-encoded if the bytes matter. */
const HOSTILE: Record<string, string> = {
  nothing: '',
  word: 'x',
  number: '1',
  negative: '-1',
  'beyond 32 bits': '4294967296',
  'largest exact': '9007199254740991',
  huge: '9223372036854775808',
  'beyond double': '1e400',
  fraction: '0.5',
  NaN: 'NaN',
  null: 'null',
  true: 'true',
  string: '%22x%22',
  list: '%5B%5D',
  'list of everything': encodeURIComponent('[1,"x",null,{},[],true,-1,1e400]'),
  'list beyond 32 bits': '%5B4294967296%5D',
  object: '%7B%7D',
  proto: encodeURIComponent('{"__proto__":{"operator":"is"},"constructor":1}'),
  'list of proto': encodeURIComponent('[{"__proto__":{"name":"x"},"name":"__proto__"}]'),
  'doubled keys': encodeURIComponent('{"a":1,"a":2,"operator":"is","operator":3}'),
  'deep list': encodeURIComponent('['.repeat(20_000)),
  'deep object': encodeURIComponent(`${'{"a":'.repeat(5_000)}1${'}'.repeat(5_000)}`),
  NUL: 'a%00b',
  'escaped NUL': encodeURIComponent('["a\\u0000b"]'),
  'lone surrogate': '%ed%a0%80',
  'escaped lone surrogate': encodeURIComponent('["\\ud800"]'),
  'right-to-left': encodeURIComponent('\u202eabc\u2066'),
  'broken percent': '%zz',
  'not UTF-8': '%ff%fe',
  'SQL wildcards': encodeURIComponent(`%_\\'";--`),
  'long text': 'x'.repeat(200_000),
  'long list': encodeURIComponent(JSON.stringify(Array.from({ length: 20_000 }, (_, n) => n))),
}

export interface Attack {
  name: string
  method: string
  path: string
  body: string | Buffer | null
  /** The type of the body, if it is not an ordinary form. */
  type?: string
}

interface Values {
  /** Valid values, so that the endpoint gets as far as possible before the hostile value. */
  [name: string]: string
}

/** Names that no endpoint declares. */
const UNKNOWN = ['unknown_parameter', '__proto__']
/** The values of undeclared parameters are never parsed, whatever the endpoint: one value is enough. */
const UNPARSED = { object: HOSTILE['object']! }

/** One request per parameter and hostile value. The other parameters are valid. */
export function* attacks(endpoint: Endpoint, right: Values): Generator<Attack> {
  const names = Object.keys(endpoint.params)
  for (const name of [...names, ...UNKNOWN]) {
    for (const [kind, value] of Object.entries(names.includes(name) ? HOSTILE : UNPARSED)) {
      const inPath = endpoint.path.includes(`{${name}}`)
      // The web server handles a path or query that is too long, and an empty segment is another path.
      if (value.length > 5_000 && (inPath || endpoint.method === 'GET')) continue
      if (value === '' && inPath) continue
      yield attack(endpoint, { ...pick(right, names), [name]: value }, `${endpoint.id}: ${name} = ${kind}`)
    }
  }
  yield { ...attack(endpoint, {}, `${endpoint.id}: every name twice`), ...twice(endpoint, names) }
  if (endpoint.method !== 'GET') yield attack(endpoint, { big: 'x'.repeat(1_200_000) }, `${endpoint.id}: a huge body`)
}

const pick = (values: Values, names: readonly string[]): Values =>
  Object.fromEntries(Object.entries(values).filter(([name]) => names.includes(name)))

function attack(endpoint: Endpoint, values: Values, name: string): Attack {
  const own = new Map(Object.entries(values))
  const path = API_PREFIX + endpoint.path.replaceAll(/\{(\w+)\}/g, (_, part: string) => own.get(part) ?? '1')
  const form = [...own]
    .filter(([part]) => !endpoint.path.includes(`{${part}}`))
    .map(([part, value]) => `${part}=${value}`)
  if (endpoint.method !== 'GET') return { name, method: endpoint.method, path, body: form.join('&') }
  return { name, method: 'GET', path: `${path}?${form.join('&')}`, body: null }
}

function twice(endpoint: Endpoint, names: readonly string[]): Partial<Attack> {
  const text = [...names, ...names].map((name) => `${name}=1`).join('&')
  return endpoint.method === 'GET' ? { path: `${attack(endpoint, {}, '').path}&${text}` } : { body: text }
}

/** The problem with the answer. Null if it is valid. */
export async function problemWith(url: string, authorization: string, attack: Attack): Promise<string | null> {
  const { method, path, body, type = 'application/x-www-form-urlencoded' } = attack
  const headers = { authorization, 'content-type': type }
  const { status, text } = await quickRequest(url + path, { method, headers, body: body ?? '', within: 20_000 })
  if (status >= 500) return `${status}: ${text.slice(0, 500)}`
  try {
    const { result } = JSON.parse(text) as { result?: unknown }
    return result === (status < 400 ? 'success' : 'error') ? null : `${status} with result ${result}`
  } catch {
    return `${status}, not JSON: ${text.slice(0, 200)}`
  }
}

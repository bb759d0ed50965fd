export interface Person {
  readonly id: number
  readonly email: string
  readonly api_key: string
}

const PREFIX = '/api/v1'

export const authorization = (person: Person): string =>
  `Basic ${Buffer.from(`${person.email}:${person.api_key}`).toString('base64')}`

type Parameters = Readonly<Record<string, string | number | boolean>>

const form = (parameters: Parameters): string =>
  new URLSearchParams(
    Object.entries(parameters).map(([name, value]): [string, string] => [name, String(value)]),
  ).toString()

/** The bytes of a request, built once and sent many times. */
export function get(person: Person | null, path: string, parameters: Parameters = {}): string {
  const query = form(parameters)
  return `GET ${PREFIX}${path}${query === '' ? '' : `?${query}`} HTTP/1.1\r\n${common(person)}\r\n`
}

export const post = (person: Person | null, path: string, parameters: Parameters): string =>
  withBody('POST', person, path, parameters)

export const patch = (person: Person | null, path: string, parameters: Parameters): string =>
  withBody('PATCH', person, path, parameters)

function withBody(method: string, person: Person | null, path: string, parameters: Parameters): string {
  const body = form(parameters)
  const type = 'Content-Type: application/x-www-form-urlencoded\r\n'
  const length = `Content-Length: ${Buffer.byteLength(body)}\r\n`
  return `${method} ${PREFIX}${path} HTTP/1.1\r\n${common(person)}${type}${length}\r\n${body}`
}

const common = (person: Person | null): string =>
  `Host: 127.0.0.1\r\nUser-Agent: bench\r\n${person ? `Authorization: ${authorization(person)}\r\n` : ''}`

/** The same request of a client that can unpack the answer. */
export const accepting = (request: string, encoding: string): string =>
  request.replace('\r\n', `\r\nAccept-Encoding: ${encoding}\r\n`)

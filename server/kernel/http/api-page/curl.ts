import type { Endpoint } from '../../../../api/contract.ts'
import type { Example } from '../../../../api/examples.ts'
import { API_PREFIX } from '../../../../api/prefix.ts'

const SITE = 'https://chat.example.org'

const quote = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`

/** The request as somebody would type it. */
export function curl(endpoint: Endpoint, { request }: Example): string {
  const { method, path, auth, bodyParam } = endpoint
  const inPath = (name: string) => path.includes(`{${name}}`)
  const url =
    SITE + API_PREFIX + path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(request[name] ?? ''))
  const fields = Object.entries(request).filter(([name]) => !inPath(name))
  if (bodyParam !== undefined) return withBody(url, fields, bodyParam)
  const isUpload = fields.some(([, text]) => text.startsWith('@'))
  const data = fields.map(([name, text]) => `${isUpload ? '-F' : '--data-urlencode'} ${quote(`${name}=${text}`)}`)
  const credentials = auth === 'none' || auth === 'server' ? [] : ['-u "$EMAIL:$API_KEY"']
  return [`curl${methodOption(method, fields.length)} ${url}`, ...credentials, ...data].join(' \\\n  ')
}

/** The request as another service would send it: everything but the body is in the address, also the key. */
function withBody(url: string, fields: readonly [string, string][], bodyParam: string): string {
  const query = fields.filter(([name]) => name !== bodyParam && name !== 'api_key')
  const address = [`${url}?api_key=$API_KEY`, ...query.map((pair) => pair.map(encodeURIComponent).join('='))].join('&')
  const body = fields.find(([name]) => name === bodyParam)?.[1] ?? ''
  return [`curl "${address}"`, `-H 'Content-Type: application/json'`, `-d ${quote(body)}`].join(' \\\n  ')
}

/** Without it curl sends GET, and POST where there are fields. */
function methodOption(method: Endpoint['method'], fields: number): string {
  if (method === 'GET') return fields > 0 ? ' -G' : ''
  return method === 'POST' && fields > 0 ? '' : ` -X ${method}`
}

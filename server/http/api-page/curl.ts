import type { Endpoint } from '../../../api/contract.ts'
import type { Example } from '../../../api/examples.ts'
import { API_PREFIX } from '../../../api/prefix.ts'

const SITE = 'https://chat.example.org'

const quote = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`

/** The request as somebody would type it. */
export function curl({ method, path, auth }: Endpoint, { request }: Example): string {
  const inPath = (name: string) => path.includes(`{${name}}`)
  const url =
    SITE + API_PREFIX + path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(request[name] ?? ''))
  const fields = Object.entries(request).filter(([name]) => !inPath(name))
  const isUpload = fields.some(([, text]) => text.startsWith('@'))
  const data = fields.map(([name, text]) => `${isUpload ? '-F' : '--data-urlencode'} ${quote(`${name}=${text}`)}`)
  const credentials = auth === 'none' || auth === 'server' ? [] : ['-u "$EMAIL:$API_KEY"']
  return [`curl${methodOption(method, fields.length)} ${url}`, ...credentials, ...data].join(' \\\n  ')
}

/** Without it curl sends GET, and POST where there are fields. */
function methodOption(method: Endpoint['method'], fields: number): string {
  if (method === 'GET') return fields > 0 ? ' -G' : ''
  return method === 'POST' && fields > 0 ? '' : ` -X ${method}`
}

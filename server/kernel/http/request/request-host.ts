import type { IncomingMessage } from 'node:http'
import { UnreadRefusal } from '../answer/unread-refusal.ts'

/** The host of a request. A full address in the first line takes precedence, as for proxies and caches. */
export function hostOf(request: IncomingMessage): string | undefined {
  if (namesHostTwice(request)) throw new UnreadRefusal(400, 'There is more than one Host header')
  const { url = '', headers } = request
  const said = url.startsWith('/') ? undefined : WHOLE_ADDRESS.exec(url)?.[1]
  return said ?? headers.host
}

/** The host may follow a name and a password: `http://name:password@host/`. */
const WHOLE_ADDRESS = /^[a-z][a-z\d+.-]*:\/\/(?:[^/?#]*@)?([^/?#@]+)/i

/** Node silently keeps the first Host header, but a proxy may have checked the other one. */
function namesHostTwice({ rawHeaders }: IncomingMessage): boolean {
  let count = 0
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const name = rawHeaders[i] as string
    if (name.length === 'host'.length && name.toLowerCase() === 'host') count += 1
  }
  return count > 1
}

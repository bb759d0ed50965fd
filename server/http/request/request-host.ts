import type { IncomingMessage } from 'node:http'
import { UnreadRefusal } from '../answer/unread-refusal.ts'

/** Whom a request is for. Where it says the whole address, that counts, as proxies and caches on the way read it. */
export function hostOf(request: IncomingMessage): string | undefined {
  if (namesHostTwice(request)) throw new UnreadRefusal(400, 'There is more than one Host header')
  const { url = '', headers } = request
  const said = url.startsWith('/') ? undefined : WHOLE_ADDRESS.exec(url)?.[1]
  return said ?? headers.host
}

/** A name and a password may stand before the host: `http://name:password@host/`. */
const WHOLE_ADDRESS = /^[a-z][a-z\d+.-]*:\/\/(?:[^/?#]*@)?([^/?#@]+)/i

/** Node keeps the first and says nothing; whoever checked the request on its way may have looked at the other. */
function namesHostTwice({ rawHeaders }: IncomingMessage): boolean {
  let count = 0
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const name = rawHeaders[i] as string
    if (name.length === 'host'.length && name.toLowerCase() === 'host') count += 1
  }
  return count > 1
}

import type { Check } from '../check.ts'
import { visitPublicAddress } from '../visit/visit.ts'

/** Clients wait for events for nearly a minute. A proxy with less patience makes them ask all the time. */
export const waitingRequestsCheck: Check = {
  name: 'waiting requests',
  isWanted: ({ waitSeconds }) => waitSeconds !== null,
  async examine({ config, secret, signal, waitSeconds, visit }) {
    const found = await visit()
    if (!secret || 'failure' in found || !found.isOurs) return undefined
    const begin = performance.now()
    const waited = await visitPublicAddress(config.url, secret, signal, waitSeconds!)
    if ('isOurs' in waited && waited.isOurs) return null
    if (signal.aborted) return undefined
    const after = Math.round((performance.now() - begin) / 1000)
    return `The proxy ends requests that wait after ${after} seconds: raise its time-out, in nginx with "proxy_read_timeout 120s".`
  },
}

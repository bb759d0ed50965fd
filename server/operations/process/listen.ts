import { createServer } from 'node:net'
import { refuse } from '../../kernel/base/startup-refusal.ts'

/** What a port is for. */
type Purpose = 'requests' | 'mail'

/** Fails early, before a database is created, if the address is not available. */
export async function probeAddress(host: string, port: number, purpose: Purpose = 'requests'): Promise<void> {
  const probe = createServer()
  try {
    await new Promise<void>((resolve, reject) => {
      probe.once('error', reject)
      probe.listen({ host, port, exclusive: true }, resolve)
    })
  } catch (error) {
    throw listenRefusal(error, host, port, purpose)
  }
  await new Promise((resolve) => probe.close(resolve))
}

const REFUSALS = {
  requests: { taken: refuse.portTaken, forbidden: refuse.portForbidden, unknown: refuse.addressUnknown },
  mail: { taken: refuse.mailPortTaken, forbidden: refuse.mailPortForbidden, unknown: refuse.mailAddressUnknown },
}

export function listenRefusal(error: unknown, host: string, port: number, purpose: Purpose = 'requests'): unknown {
  const code = (error as NodeJS.ErrnoException).code
  const { taken, forbidden, unknown } = REFUSALS[purpose]
  if (code === 'EADDRINUSE') return taken(host, port)
  if (code === 'EACCES') return forbidden(host, port)
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND' || code === 'EAI_AGAIN') return unknown(host)
  return error
}

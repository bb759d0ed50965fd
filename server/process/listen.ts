import { createServer } from 'node:net'
import { refuse } from '../base/startup-refusal.ts'

/** Fails early, before a database is created, if the address is not available. */
export async function probeAddress(host: string, port: number): Promise<void> {
  const probe = createServer()
  try {
    await new Promise<void>((resolve, reject) => {
      probe.once('error', reject)
      probe.listen({ host, port, exclusive: true }, resolve)
    })
  } catch (error) {
    throw listenRefusal(error, host, port)
  }
  await new Promise((resolve) => probe.close(resolve))
}

export function listenRefusal(error: unknown, host: string, port: number): unknown {
  const code = (error as NodeJS.ErrnoException).code
  if (code === 'EADDRINUSE') return refuse.portTaken(host, port)
  if (code === 'EACCES') return refuse.portForbidden(host, port)
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND' || code === 'EAI_AGAIN') return refuse.addressUnknown(host)
  return error
}

import { createServer } from 'node:net'
import { refuse } from './startup-refusal.ts'

/** Fails early, before a database is made, when the address cannot be had. */
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

/** Asks our own server, as a client would, and returns after how many milliseconds of this process it answered. */
export async function timeToFirstAnswer(host: string, port: number): Promise<number> {
  const reachable = host === '0.0.0.0' ? '127.0.0.1' : host === '::' ? '[::1]' : host.includes(':') ? `[${host}]` : host
  const response = await fetch(`http://${reachable}:${port}/health`, { headers: { connection: 'close' } })
  await response.arrayBuffer()
  return performance.now()
}

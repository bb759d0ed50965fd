import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

/** 10 Mbit/s. */
const BYTES_PER_MILLISECOND = 1_250

/** Reads an answer as fast as a slow line would bring it. Returns milliseconds and bytes. */
export async function overSlowLine(port: number, request: string): Promise<{ milliseconds: number; bytes: number }> {
  const socket = connect({ port, host: '127.0.0.1', noDelay: true })
  const start = performance.now()
  socket.write(request.replace('\r\n', '\r\nConnection: close\r\n'))
  let bytes = 0
  let lineFreeAt = start
  for await (const chunk of socket) {
    bytes += (chunk as Buffer).length
    lineFreeAt = Math.max(lineFreeAt, performance.now()) + (chunk as Buffer).length / BYTES_PER_MILLISECOND
    const wait = lineFreeAt - performance.now()
    if (wait > 1) await sleep(wait)
  }
  return { milliseconds: performance.now() - start, bytes }
}

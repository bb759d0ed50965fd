import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

/** Stands between a browser and the server. Unlike the tools of the browser it also sees what a shared worker asks for. */
export interface RecordingProxy {
  readonly url: string
  /** The paths that were asked for, in their order. */
  readonly asked: string[]
  /** Milliseconds by which register is late. */
  registerDelay: number
  /** When the last answer of register ended, in milliseconds since 1970. */
  registeredAt: number
  close(): Promise<void>
}

export async function startProxy(port: number): Promise<RecordingProxy> {
  const asked: string[] = []
  const pass = async (incoming: IncomingMessage, outgoing: ServerResponse) => {
    const { method, url: path = '', headers } = incoming
    asked.push(path)
    if (path.startsWith('/json/register')) await sleep(proxy.registerDelay)
    const passed = request({ host: '127.0.0.1', port, method, path, headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(outgoing)
      if (path.startsWith('/json/register'))
        answer.on('end', () => {
          proxy.registeredAt = performance.timeOrigin + performance.now()
        })
    })
    // A browser that is closed leaves its event poll behind.
    passed.on('error', () => outgoing.destroy())
    outgoing.on('close', () => passed.destroy())
    incoming.pipe(passed)
  }
  const server = createServer((incoming, outgoing) => void pass(incoming, outgoing))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const proxy: RecordingProxy = {
    url: `http://localhost:${(server.address() as AddressInfo).port}`,
    asked,
    registerDelay: 0,
    registeredAt: 0,
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
  return proxy
}

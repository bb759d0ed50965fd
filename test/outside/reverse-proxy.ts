import { createServer, type IncomingHttpHeaders, request } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A proxy in front of a server, with the faults that people configure. */
export interface ReverseProxy {
  readonly url: string
  /** Changes the headers of each request. */
  headers: (headers: IncomingHttpHeaders) => IncomingHttpHeaders
  /** Larger bodies are refused with 413. */
  mostBytes: number
  /** Ignores "Expect: 100-continue", so that the bytes have to come. */
  isSilent: boolean
  /** Called for each request that it has passed on. It may cut the connection. */
  onPassed: (cut: () => void) => void
  close(): Promise<void>
}

export async function startReverseProxy(target: () => string): Promise<ReverseProxy> {
  const server = createServer()
  const pass = (from: Parameters<typeof refuse>[0], to: Parameters<typeof refuse>[1]) => {
    const asked = request(new URL(from.url ?? '/', target()), {
      method: from.method!,
      headers: proxy.headers(from.headers),
    })
    asked.on('response', (answer) => {
      to.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(to)
    })
    asked.on('error', () => (to.headersSent ? to.destroy() : to.writeHead(502).end()))
    to.on('close', () => asked.destroy())
    from.pipe(asked)
    proxy.onPassed(() => from.socket.destroy())
  }
  const isTooLarge = ({ headers }: { headers: IncomingHttpHeaders }) =>
    Number(headers['content-length'] ?? 0) > proxy.mostBytes
  server.on('request', (from, to) => (isTooLarge(from) ? refuse(from, to) : pass(from, to)))
  server.on('checkContinue', (from, to) => {
    if (isTooLarge(from)) return refuse(from, to)
    if (!proxy.isSilent) to.writeContinue()
    const { expect: _, ...headers } = from.headers
    pass(Object.assign(from, { headers }), to)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const proxy: ReverseProxy = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    headers: (headers) => headers,
    mostBytes: Number.POSITIVE_INFINITY,
    isSilent: false,
    onPassed: () => {},
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
  return proxy
}

type Handler = Parameters<typeof createServer>[1] & {}

const refuse = (_from: Parameters<Handler>[0], to: Parameters<Handler>[1]): void => {
  to.writeHead(413, { connection: 'close' }).end()
}

import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

export interface ReceivedRequest {
  readonly method: string
  /** The path with its query. */
  readonly path: string
  readonly headers: IncomingMessage['headers']
  readonly body: string
}

export interface Receiver {
  readonly url: string
  readonly requests: ReceivedRequest[]
  /** How it answers from now on. */
  answer: (response: ServerResponse, request: ReceivedRequest) => void
  close(): Promise<void>
}

/** A web server that keeps what it receives and answers as the test says. */
export async function startReceiver(): Promise<Receiver> {
  const server = createServer(async (request, response) => {
    const { method = '', url = '', headers } = request
    const received = { method, path: url, headers, body: await text(request) }
    receiver.requests.push(received)
    receiver.answer(response, received)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const receiver: Receiver = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    requests: [],
    answer: json({}),
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
  return receiver
}

export const json =
  (body: unknown, status = 200) =>
  (response: ServerResponse): void =>
    void response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))

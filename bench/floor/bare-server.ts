import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { mkdtemp, open, rm } from 'node:fs/promises'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'

/**
 * The floor for waiting requests: a node:http server that does nothing else. `GET /wait` waits, `GET /release?n`
 * answers all waiting requests with n bytes each, head and body. `/bytes?n` answers with a body of n bytes when it has
 * read that of the request, and `/file` when it has written it to a file and synchronized it. Any other request is
 * answered at once, or when its body is read. A waiting request that is not released is answered after the time of a
 * heartbeat.
 */
const waiting = new Set<ServerResponse>()
const heartbeat = () => 1000 * (45 + Math.floor(Math.random() * 11))
/** The head that node writes before a body of a few hundred bytes. */
const HEAD_BYTES = 146

const SUCCESS = '{"result":"success","msg":""}'

const server = createServer((request, response) => {
  const [path, query] = (request.url ?? '').split('?')
  if (path === '/wait') wait(response)
  else if (path === '/release') release(Number(query), response)
  else if (path === '/bytes') request.on('end', () => answer(response, 'x'.repeat(Number(query)))).resume()
  else if (path === '/file') void keepFile(request, response)
  else if (request.method === 'POST') request.on('end', () => answer(response, SUCCESS)).resume()
  else answer(response, SUCCESS)
})
server.keepAliveTimeout = 0
server.requestTimeout = 0
server.headersTimeout = 0
server.listen(0, '127.0.0.1', () => process.send?.({ port: (server.address() as AddressInfo).port }))
process.on('disconnect', () => process.exit(0))

function wait(response: ServerResponse): void {
  waiting.add(response)
  const timer = setTimeout(() => {
    waiting.delete(response)
    answer(response, '{"type":"heartbeat"}')
  }, heartbeat())
  response.on('close', () => {
    clearTimeout(timer)
    waiting.delete(response)
  })
}

function release(bytes: number, response: ServerResponse): void {
  const body = 'x'.repeat(Math.max(0, bytes - HEAD_BYTES))
  const released = [...waiting]
  waiting.clear()
  for (const one of released) answer(one, body)
  answer(response, `{"released":${released.length}}`)
}

function answer(response: ServerResponse, body: string): void {
  response.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(body) })
  response.end(body)
}

async function keepFile(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'bare-'))
  const path = join(folder, 'file')
  await pipeline(request, createWriteStream(path))
  const file = await open(path, 'r+')
  await file.sync()
  await file.close()
  answer(response, SUCCESS)
  await once(response, 'close')
  await rm(folder, { recursive: true })
}

import type { AddressInfo } from 'node:net'
import { connect, createServer, type Socket } from 'node:net'

/** A proxy between a server and its database that can fall silent: connections stay open, but nothing passes. */
export interface DatabaseProxy {
  /** The same database, through the proxy. */
  urlOf(databaseUrl: string): string
  /** Existing connections stay open and silent forever. New ones are accepted and are silent too. */
  fallSilent(): void
  /** Statements still reach the database, but their answers do not come back. */
  loseAnswers(): void
  /** Ends all connections. New ones work. */
  cut(): void
  /** New connections work again. The silent ones stay silent. */
  acceptAgain(): void
  close(): void
}

export async function openDatabaseProxy(target: string): Promise<DatabaseProxy> {
  const { hostname, port } = new URL(target)
  const sockets = new Set<Socket>()
  let passing = new Set<Socket>()
  /** The ends at the database. */
  const answering = new Set<Socket>()
  let isSilent = false
  const keep = (socket: Socket) => {
    sockets.add(socket)
    socket.on('error', () => {}).on('close', () => sockets.delete(socket))
  }
  const pass = (from: Socket, to: Socket) => {
    passing.add(from)
    from.on('data', (data) => passing.has(from) && to.write(data))
    // A silent connection does not pass on that it has ended.
    from.on('close', () => passing.delete(from) && to.destroy())
  }
  const server = createServer((near) => {
    keep(near)
    if (isSilent) {
      near.resume()
      return
    }
    const far = connect(Number(port || 5432), hostname)
    keep(far)
    answering.add(far)
    pass(near, far)
    pass(far, near)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    urlOf(databaseUrl) {
      const url = new URL(databaseUrl)
      url.hostname = '127.0.0.1'
      url.port = String((server.address() as AddressInfo).port)
      return url.href
    },
    fallSilent() {
      isSilent = true
      passing = new Set()
    },
    loseAnswers() {
      for (const socket of answering) passing.delete(socket)
    },
    cut() {
      for (const socket of sockets) socket.destroy()
    },
    acceptAgain() {
      isSilent = false
    },
    close() {
      server.close()
      for (const socket of sockets) socket.destroy()
    },
  }
}

import http from 'node:http'
import pg from 'pg'

/** Loaded into the server before anything else. Its statements fail for a second from when it listens. */
const LOST_MILLISECONDS = 1_000

let isLost = false
const client = pg.Client.prototype as unknown as { query(...args: unknown[]): unknown }
const { query } = client
client.query = function (...args: unknown[]): unknown {
  if (!isLost) return query.apply(this, args)
  const error = new Error('Connection terminated unexpectedly')
  const last = args.at(-1)
  if (typeof last === 'function') return last(error)
  return Promise.reject(error)
}

const createServer = http.createServer.bind(http)
http.createServer = ((...args: Parameters<typeof createServer>) =>
  createServer(...args).once('listening', () => {
    isLost = true
    setTimeout(() => {
      isLost = false
    }, LOST_MILLISECONDS)
  })) as typeof http.createServer

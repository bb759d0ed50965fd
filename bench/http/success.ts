import type { Connection } from './connection.ts'

/** The body of an answer that must be a success. */
export async function bodyOf(connection: Connection, request: string): Promise<Buffer> {
  const { status, body } = await connection.send(request)
  if (status !== 200) throw new Error(`A request was answered ${status}: ${body.toString().slice(0, 500)}`)
  return body
}

/** Milliseconds until the whole answer. */
export async function timeOf(connection: Connection, request: string): Promise<number> {
  const start = performance.now()
  await bodyOf(connection, request)
  return performance.now() - start
}

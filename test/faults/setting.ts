import { createTestDatabase } from '../harness.ts'
import { gather, type Person } from './place.ts'
import { type ServerOptions, ServerProcess } from './server-process.ts'

/** A server process with its own database and people in one channel. */
export interface Setting {
  readonly server: ServerProcess
  readonly databaseUrl: string
  readonly people: readonly Person[]
  close(): Promise<void>
}

/** The suite's databases run without fsync. A killed server loses nothing by that, only a power loss would. */
export const UNSAFE = { PARLEY_UNSAFE_DATABASE: 'on' }

export async function openSetting(others: number, options: ServerOptions = {}): Promise<Setting> {
  const database = await createTestDatabase()
  const env = { ...UNSAFE, ...options.env }
  const server = await ServerProcess.start({ ...options, databaseUrl: database.url, env })
  const people = await gather(server.url, others)
  return {
    server,
    databaseUrl: database.url,
    people,
    async close() {
      await server.dispose()
      await database.close()
    },
  }
}

import { join } from 'node:path'
import type { TestServer } from './harness.ts'
import { parleyProcess, withoutProgress } from './parley-process.ts'

export type OperatorCommand = (...args: string[]) => Promise<{ code: number | null; out: string; errors: string }>

/** Runs commands on the database of a test server, which keeps running. */
export const operatorOf =
  (server: () => TestServer): OperatorCommand =>
  async (...args) => {
    const { dataDir, secretFile } = server().ctx.config
    const env = { DATABASE_URL: server().database.url, PARLEY_UNSAFE_DATABASE: 'on', PARLEY_SECRET_FILE: secretFile }
    const { ended, said } = parleyProcess(args, { dataDir: join(dataDir, 'command'), env })
    const code = await ended()
    return { code, out: said.out.trim(), errors: withoutProgress(said.errors) }
  }

import { join } from 'node:path'
import { endpoints } from '../../api/endpoints/index.ts'
import type { Person, TestServer } from '../harness.ts'
import { parleyProcess } from '../parley-process.ts'

const preload = new URL('preload/die-at-query.ts', import.meta.url)

/** Beside the running server, on its files. Killed at a statement, if one is given: then it returns null. */
export async function runImport(
  server: TestServer,
  [format, path]: readonly [format: string, path: string],
  killAt?: number,
): Promise<number | null> {
  const { dataDir, secretFile } = server.ctx.config
  const fault = { FAULT_QUERY: '', FAULT_SKIP: `${killAt}`, FAULT_MOMENT: 'before' }
  const started = parleyProcess(['import', format, path], {
    dataDir: join(dataDir, 'command'),
    env: {
      DATABASE_URL: server.database.url,
      PARLEY_UNSAFE_DATABASE: 'on',
      PARLEY_SECRET_FILE: secretFile,
      ...(killAt !== undefined && fault),
    },
    ...(killAt !== undefined && { preload }),
  })
  const code = await started.ended()
  if (code !== 0 && code !== null) throw new Error(started.said.errors)
  return code
}

/** The newest messages that somebody can read, as soon as the server knows what was imported. */
export async function readMessages(server: TestServer, { client }: Person) {
  await (await server.ctx.realms.live(server.realm.id)).catchUp()
  const { messages } = await client.call(endpoints.getMessages, { anchor: 'newest', num_before: 1000, num_after: 0 })
  return messages
}

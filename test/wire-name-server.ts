import { createTestDatabase } from './harness.ts'
import { freePort, parleyProcess, temporaryFolder } from './parley-process.ts'

export interface WireNameServer {
  readonly url: string
  readonly email: string
  readonly password: string
  stop(): Promise<number | null>
}

/**
 * A server with another word in its wire identifiers. It needs its own process, because the word is fixed when the
 * contract is loaded.
 */
export async function startWithWireName(word: string): Promise<WireNameServer> {
  const [database, folder, port] = [await createTestDatabase(), temporaryFolder(), await freePort()]
  const [email, password] = ['olivia@example.org', 'correct horse battery staple']
  const server = parleyProcess(['serve'], {
    dataDir: folder.path,
    port,
    env: {
      DATABASE_URL: database.url,
      PARLEY_UNSAFE_DATABASE: 'on',
      PARLEY_WIRE_NAME: word,
      PARLEY_ORG_NAME: 'Test',
      PARLEY_OWNER_NAME: 'Olivia Owner',
      PARLEY_OWNER_EMAIL: email,
      PARLEY_OWNER_PASSWORD: password,
    },
  })
  await server.says('is ready')
  return {
    url: server.url,
    email,
    password,
    async stop() {
      server.child.kill('SIGTERM')
      const code = await server.ended()
      await database.close()
      folder.remove()
      return code
    },
  }
}

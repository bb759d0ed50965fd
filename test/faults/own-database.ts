import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connectionOf } from '../../server/kernel/db/connect.ts'
import { bootstrapRole } from '../../server/kernel/db/embedded/bootstrap.ts'
import { type EmbeddedServer, restartEmbedded, startEmbedded } from '../../server/kernel/db/embedded/embedded.ts'

/** A separate database server over TCP that a test may stop. Other tests share the suite's server. */
export interface OwnDatabase {
  readonly url: string
  readonly server: EmbeddedServer
  /** Restarts it after it has ended. */
  startAgain(): Promise<void>
  close(): Promise<void>
}

export async function openOwnDatabase(): Promise<OwnDatabase> {
  const folder = await mkdtemp(join(tmpdir(), 'parley-database-'))
  // As root the database runs as another user, who has to pass through.
  await chmod(folder, 0o711)
  const dataDir = join(folder, 'data')
  let server = await startEmbedded(dataDir, { tcp: true })
  await bootstrapRole(connectionOf(server, 'postgres'), server.password)
  return {
    url: `postgres://parley:${server.password}@${server.host}:${server.port}/parley`,
    get server() {
      return server
    },
    async startAgain() {
      server = await restartEmbedded(dataDir, server, { tcp: true })
    },
    async close() {
      await server.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

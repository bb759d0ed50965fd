import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { OWNER, ServerProcess } from '../../../test/faults/server-process.ts'
import { parleyProcess } from '../../../test/parley-process.ts'
import { type ArchiveSize, writeArchive } from '../../archive.ts'
import { Connection } from '../../http/connection.ts'
import { get } from '../../http/requests.ts'
import { signInOwner } from '../../http/sign-in-owner.ts'
import { bodyOf } from '../../http/success.ts'
import type { Bench } from '../../scenario.ts'
import type { Everyday } from './everyday-requests.ts'

/** A server with an organization of a size, and one person in all of its channels. */
export interface MeasuredOrganization {
  readonly who: Everyday
  /** The server closes a connection that is not used for a while. */
  connect(): Promise<Connection>
  close(): Promise<void>
}

export async function openOrganization(bench: Bench, size: ArchiveSize): Promise<MeasuredOrganization> {
  const server = await ServerProcess.start({ env: { PARLEY_RATE_LIMITS: 'off' } })
  try {
    await fill(bench, server.dataDir, size)
    const connect = () => Connection.open(server.port)
    const connection = await connect()
    const who = await everydayOf(server, connection)
    connection.close()
    return { who, connect, close: () => server.dispose() }
  } catch (error) {
    await server.dispose()
    throw error
  }
}

async function fill(bench: Bench, dataDir: string, size: ArchiveSize): Promise<void> {
  const folder = join(dataDir, 'archive')
  bench.say(`importing ${size.people} people, ${size.channels} channels and ${size.messages} messages`)
  await writeArchive(folder, { ...size, firstEmail: OWNER.email })
  const { ended, said } = parleyProcess(['import', 'zulip', folder], { dataDir })
  if ((await ended()) !== 0) throw new Error(`the import failed: ${said.errors}`)
  await rm(folder, { recursive: true })
}

async function everydayOf(server: ServerProcess, connection: Connection): Promise<Everyday> {
  const person = await signInOwner(server.url)
  const asked = async (path: string) =>
    JSON.parse((await bodyOf(connection, get(person, path))).toString()) as {
      members: { user_id: number; is_bot: boolean }[]
      subscriptions: { stream_id: number; name: string }[]
    }
  const { members } = await asked('/users')
  const { subscriptions } = await asked('/users/me/subscriptions')
  return {
    person,
    others: members.filter(({ user_id, is_bot }) => !is_bot && user_id !== person.id).map(({ user_id }) => user_id),
    channels: subscriptions.filter(({ name }) => name.startsWith('channel ')).map(({ stream_id }) => stream_id),
  }
}

/** Milliseconds until the whole answer, and its bytes. */
export async function timed(connection: Connection, request: string | Buffer): Promise<[number, number]> {
  const start = performance.now()
  const { status, body } = await connection.send(request)
  if (status !== 200) throw new Error(`A request was answered ${status}: ${body.toString().slice(0, 500)}`)
  return [performance.now() - start, body.length]
}

import { deactivateUser } from '../../server/accounts/deactivation/deactivate-user.ts'
import { reactivateUser } from '../../server/accounts/deactivation/reactivate-user.ts'
import { unsubscribeUsers } from '../../server/channels/unsubscribe-users.ts'
import { ROLE, type User } from '../../server/kernel/realm-state/user.ts'
import { loadMessages } from '../../server/messages/message-queries.ts'
import { flagsOf } from '../../server/messages/present.ts'
import { flagRowsOf } from '../../server/messages/receivers.ts'
import { newApiKey } from '../../server/people/users/api-key.ts'
import { createUser } from '../../server/people/users/create-user.ts'
import { startTestServer } from '../harness.ts'
import { group } from '../people.ts'
import type { Host } from './server-world.ts'

export interface OpenHost extends Host {
  readonly databaseUrl: string
  /** The flags of the newest messages for the newest people, read person by person and for all people at once. */
  flags(): Promise<{ one: unknown; all: unknown }>
  close(): Promise<void>
}

const MAX_MESSAGES = 200
const MAX_PEOPLE = 40

/** A server for many histories. Accounts have no password, because hashing would take most of the time. */
export async function openHost(): Promise<OpenHost> {
  const server = await startTestServer({ env: { PARLEY_RATE_LIMITS: 'off' } })
  const { ctx, realm } = server
  const user = (id: number): User => realm.users.get(id) as User
  let people = 0
  return {
    pool: server.database.pool,
    databaseUrl: server.database.url,
    owner: server.owner,
    async createPerson(name) {
      people += 1
      const apiKey = newApiKey()
      const account = {
        email: `person${people}@example.org`,
        fullName: name,
        role: ROLE.member,
        passwordHash: null,
        apiKeyHash: ctx.secret.hashKey(apiKey),
        apiKeySealed: ctx.secret.sealKey(apiKey),
        canCreateUsers: false,
      }
      const made = await ctx.transact(realm.id, (tx) => createUser(tx, account))
      return { id: made.id, client: server.clientFor(user(made.id)) }
    },
    async createGroup(name, userIds) {
      await group(server, { name, members: userIds.map((id) => ({ id })) })
    },
    async unsubscribe(userId, channelId) {
      const channel = realm.channels.get(channelId)
      if (!channel) throw new Error(`there is no channel ${channelId}`)
      await ctx.transact(realm.id, (tx) => unsubscribeUsers(tx, channel, [user(userId)]))
    },
    deactivate: (userId) => ctx.transact(realm.id, (tx) => deactivateUser(tx, user(userId))),
    reactivate: (userId) => ctx.transact(realm.id, (tx) => reactivateUser(tx, user(userId))),
    async flags() {
      const { db } = ctx.database
      const ids = (await db.selectFrom('message').select('id').orderBy('id', 'desc').limit(MAX_MESSAGES).execute()).map(
        ({ id }) => id,
      )
      const userIds = [...realm.users.values()].map(({ id }) => id).slice(-MAX_PEOPLE)
      const key = (messageId: number, userId: number) => `${messageId} for ${userId}`
      const loaded = await Promise.all(
        userIds.map(async (userId) => {
          const rows = await loadMessages(db, realm.id, userId, ids)
          return rows.map((row) => [key(row.id, userId), flagsOf(row)] as const)
        }),
      )
      const joined = await Promise.all(
        ids.map(async (id) =>
          (await flagRowsOf(db, realm.id, id, userIds)).map((row) => [key(id, row.user_id), flagsOf(row)] as const),
        ),
      )
      return { one: Object.fromEntries(loaded.flat()), all: Object.fromEntries(joined.flat()) }
    },
    close: server.close,
  }
}

import { expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../../../test/harness.ts'
import { useServer } from '../../../test/use-server.ts'
import { sendDirectNotice } from '../../messages/sending/send-notice.ts'
import { foundRealm } from '../founding/found-realm.ts'
import { loadActive } from './load-active.ts'

const { server: first } = useServer()

const found = async (name: string) => {
  const owner = { fullName: 'Nora', email: 'nora@example.net', password: 'correct horse battery staple' }
  const { realmId } = await foundRealm(first.ctx, { name, host: `${name}.test`, owner })
  const { state } = await first.ctx.realms.live(realmId)
  const { id: to } = state.userByEmail(owner.email)!
  await sendDirectNotice(first.ctx, state, { from: 'welcome', to, content: 'Hello', key: name })
  return realmId
}

/** A server that has just started on the same database. */
async function started(work: (node: TestServer) => Promise<void>): Promise<void> {
  const node = await startTestServer({ beside: first })
  await work(node).finally(() => node.close())
}

test('after a start, organizations with recent messages are loaded, the newest first', async () => {
  const [tea, silent, coffee] = [await found('tea'), await found('silent'), await found('coffee')]
  await first.database.pool.query('update message set sent_at = 1000000 where realm_id = $1', [silent])
  await started(async ({ ctx }) => {
    const asked: number[] = []
    const realms = {
      live(id: number) {
        asked.push(id)
        return ctx.realms.live(id)
      },
    }
    await loadActive({ ...ctx, realms }, new AbortController().signal)
    expect(asked.slice(0, 2)).toEqual([coffee, tea])
    expect([tea, coffee, silent].map((id) => ctx.realms.known(id) !== undefined)).toEqual([true, true, false])
    // The others are loaded when somebody asks.
    expect((await ctx.realms.newest(silent)).name).toBe('silent')
  })
})

test('a server that stops loads nothing more', async () => {
  const late = await found('late')
  await started(async ({ ctx }) => {
    await loadActive(ctx, AbortSignal.abort())
    expect(ctx.realms.known(late)).toBeUndefined()
  })
})

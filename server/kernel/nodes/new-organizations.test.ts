import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTwoNodes, type TwoNodes } from '../../../test/two-nodes.ts'
import { createRealm } from '../../operations/founding/create-realm.ts'

let nodes: TwoNodes
beforeAll(async () => {
  nodes = await startTwoNodes()
})
afterAll(() => nodes.close())

test('a node finds an organization that another process made, also when the notice is lost', async () => {
  const { first, second } = nodes
  const { database, realms, secret, clock, transact } = first.ctx
  const silent = { database, realms, secret, clock, transact, nodes: { realmsChanged() {} } }
  const owner = { fullName: 'Otto', email: 'otto@example.org', password: 'purple otters sing at noon' }
  const { realmId } = await createRealm(silent, { name: 'Found', host: 'found.example.org', owner })
  await expect.poll(() => second.ctx.realms.ids, { timeout: 60_000 }).toContain(realmId)
})

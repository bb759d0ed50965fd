import { expect, test } from 'vitest'
import { opened } from '../../../test/opened.ts'
import { startTwoNodes } from '../../../test/two-nodes.ts'
import { createRealm } from '../../operations/founding/create-realm.ts'

const nodes = opened(startTwoNodes)

test('a node finds an organization that another process made, also when the notice is lost', async () => {
  const { first, second } = nodes
  const silent = { ...first.ctx, nodes: { generation: first.ctx.nodes.generation, realmsChanged() {} } }
  const owner = { fullName: 'Otto', email: 'otto@example.org', password: 'purple otters sing at noon' }
  const { realmId } = await createRealm(silent, { name: 'Found', host: 'found.example.org', owner })
  await expect.poll(() => second.ctx.realms.ids).toContain(realmId)
})

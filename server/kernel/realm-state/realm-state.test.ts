import { expect, test } from 'vitest'
import { useServer } from '../../../test/use-server.ts'
import { loadRealm } from './load.ts'

const { server } = useServer()

test('an account that gives up an address leaves it to the account that has it by then', async () => {
  const [ann, bob] = [await server.person('Ann'), await server.person('Bob')]
  const state = await loadRealm(server.ctx.database, server.realm.id, server.ctx)
  const [old, other] = [state.users.get(ann.id)!, state.users.get(bob.id)!]
  // An older database may contain this, because earlier releases accepted such addresses.
  state.users.put({ ...old, apiEmail: other.deliveryEmail })
  state.users.put(other)
  state.users.put(old)
  expect(state.userByEmail(bob.email)).toBe(other)
  expect(state.userByEmail(ann.email)).toBe(old)
})

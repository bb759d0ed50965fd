import { beforeAll, expect, test } from 'vitest'
import type { Endpoint } from '../../api/contract.ts'
import { endpoints } from '../../api/endpoints/index.ts'
import type { Client } from '../../client/client.ts'
import { BOT_TYPE } from '../../server/kernel/realm-state/user.ts'
import { createRealm } from '../../server/operations/founding/create-realm.ts'
import { administrator, bot, changeAccount, guest, moderator } from '../people.ts'
import { useServer } from '../use-server.ts'
import { basic, requestOf, send } from './request.ts'

/** The texts with which a caller is refused because of who they are, and how the table writes them. */
const REFUSALS: Readonly<Record<string, string>> = {
  'Must be an organization owner': 'owners',
  'Must be an organization administrator': 'admins',
  'Insufficient permission': 'denied',
  'Not allowed for guest users': 'no guests',
  'This endpoint does not accept bot requests.': 'no bots',
  'Must be a bot user': 'bots',
  'This API is not available to incoming webhook bots.': 'no webhooks',
  'Account is deactivated': 'inactive',
  'Account is not associated with this subdomain': 'elsewhere',
  'User not authorized for this query': 'denied',
  'User not authorized to create users': 'denied',
}

/** It ends the caller's account, so it is asked last. */
const LAST = 'deactivate-own-user'

/** With these, nobody waits for an event, and the organization is not deactivated, which would refuse everybody. */
const GIVEN: Readonly<Record<string, Record<string, string>>> = {
  'get-events': { dont_block: 'true' },
  'deactivate-realm': { deletion_delay_days: 'x' },
}

interface Caller {
  readonly email: string
  apiKey: string
}

const callerOf = ({ options: { email, apiKey } }: Client): Caller => ({ email: email!, apiKey: apiKey! })

const { server } = useServer({ env: { PARLEY_RATE_LIMITS: 'off' } })
let url: string
const callers = new Map<string, Caller | null>()

beforeAll(async () => {
  url = server.url.replace('127.0.0.1', 'localhost')
  const member = await server.person('Mia')
  // The bots of somebody who leaves would leave too.
  const keeper = await server.person('Kim')
  const webhook = await bot(server, 'Hook', keeper)
  const gone = await server.person('Gone')
  await changeAccount(server, webhook.id, { bot_type: BOT_TYPE.incomingWebhook })
  await changeAccount(server, gone.id, { is_active: false })
  callers.set('owner', callerOf(server.owner))
  callers.set('admin', await administrator(server, 'Ada'))
  callers.set('moderator', await moderator(server, 'Mod'))
  callers.set('member', member)
  callers.set('guest', await guest(server, 'Gus'))
  callers.set('bot', await bot(server, 'Robin', keeper))
  callers.set('webhook', webhook)
  callers.set('deactivated', gone)
  const owner = { fullName: 'Nora', email: 'nora@example.net', password: 'correct horse battery staple' }
  const { apiKey } = await createRealm(server.ctx, { name: 'Next door', host: '127.0.0.1', owner })
  callers.set('elsewhere', { email: owner.email, apiKey })
  callers.set('nobody', null)
})

/** How the operation answers this caller: `yes` if it does not refuse them for who they are. */
async function answer(endpoint: Endpoint, caller: Caller | null): Promise<string> {
  const { status, body } = await send(url, caller && basic(caller), requestOf(endpoint, GIVEN[endpoint.id]))
  expect(status, endpoint.id).toBeLessThan(500)
  // A new key replaces the one that the caller has used.
  if (caller && endpoint.path === '/users/me/api_key/regenerate' && status === 200) caller.apiKey = `${body['api_key']}`
  if (endpoint.auth === 'none' || endpoint.auth === 'server') return 'yes'
  const refusal = REFUSALS[String(body['msg'])]
  if (refusal) return refusal
  return status === 401 ? 'sign in' : 'yes'
}

test('who may call what is exactly this table', async () => {
  const all: readonly Endpoint[] = Object.values(endpoints)
  const isLast = ({ id }: Endpoint) => id === LAST
  const rows: string[] = []
  for (const endpoint of [...all.filter((one) => !isLast(one)), ...all.filter(isLast)]) {
    const cells = await Promise.all([...callers.values()].map((caller) => answer(endpoint, caller)))
    rows.push([`${endpoint.method} ${endpoint.path}`, ...cells].join('\t'))
  }
  expect(rows).toHaveLength(all.length)
  const table = [['operation', ...callers.keys()].join('\t'), ...rows.toSorted(), ''].join('\n')
  await expect(table).toMatchFileSnapshot('role-table.tsv')
})

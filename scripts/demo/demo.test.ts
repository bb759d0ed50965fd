import { afterAll, beforeAll, expect, test } from 'vitest'
import { getMessages } from '../../api/endpoints/messages.ts'
import { getUserPresence } from '../../api/endpoints/presence.ts'
import type { Client } from '../../client/client.ts'
import { childEnvironment } from '../../test/parley-process.ts'
import { type DemoProcess, startDemo } from '../shots/demo-process.ts'
import { signIn } from './organization.ts'

let demo: DemoProcess
let mara: Client

beforeAll(async () => {
  demo = await startDemo(childEnvironment(), () => {})
  mara = (await signIn(demo.url, 'mara')).client
})
afterAll(() => demo?.stop())

const found = async (operand: string) => {
  const narrow = [{ operator: 'is', operand, negated: false }]
  return (await mara.call(getMessages, { anchor: 'newest', num_before: 1_000, num_after: 0, narrow })).messages
}

test('the demo has unread messages of several days, of which some mention Mara', async () => {
  const unread = await found('unread')
  expect(unread.length).toBeGreaterThan(100)
  expect(new Set(unread.map(({ timestamp }) => Math.floor(timestamp / 86_400))).size).toBeGreaterThan(1)
  const mentions = unread.filter(({ flags }) => flags.includes('mentioned'))
  expect(mentions.map(({ subject }) => subject)).toHaveLength(2)
})

test('the demo has resolved topics, saved messages and people who are there', async () => {
  expect((await found('resolved')).length).toBeGreaterThan(0)
  expect(await found('starred')).toHaveLength(2)
  const { presence } = await mara.call(getUserPresence, { user_id_or_email: 'tomasz@lantern.works' })
  expect(Object.values(presence)).not.toHaveLength(0)
})

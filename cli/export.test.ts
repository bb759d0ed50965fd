import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { devNull, tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { endpoints } from '../api/endpoints/index.ts'
import { refuse } from '../server/kernel/base/startup-refusal.ts'
import { ROLE } from '../server/kernel/realm-state/user.ts'
import { unpack } from '../test/outside/unpack-archive.ts'
import { operatorOf } from '../test/parley-process.ts'
import { useServer } from '../test/use-server.ts'

describe('parley export', () => {
  const { server, ann } = useServer({ members: ['ann'] })
  const folder = mkdtempSync(join(tmpdir(), 'parley-export-'))
  const file = join(folder, 'all.tar.gz')
  const parley = operatorOf(() => server)

  beforeAll(async () => {
    const content = 'only for the two of us'
    const owner = [...server.realm.users.values()].find(({ role }) => role === ROLE.owner)!
    const to = JSON.stringify([owner.id])
    await ann.client.call(endpoints.sendMessage, { type: 'direct', to, content })
  })
  afterAll(() => rmSync(folder, { recursive: true }))

  test('writes everything to a file that only its owner can read', async () => {
    writeFileSync(file, 'an older file')
    expect(await parley('export', file)).toMatchObject({
      code: 0,
      out: `${server.realm.name} is exported to ${file} (${statSync(file).size} bytes).`,
    })
    expect(statSync(file).mode & 0o777).toBe(0o600)
    expect(readdirSync(folder)).toEqual(['all.tar.gz'])
    const archive = unpack(readFileSync(file))
    expect(JSON.parse(`${archive.get('organization.json')}`)).toMatchObject({
      host: server.realm.info.host,
      export_type: 'full_without_consent',
    })
    expect(`${archive.get('users-000001.json')}`).toContain('ann@example.org')
    expect(`${archive.get('messages-000001.json')}`).toContain('only for the two of us')
    const { out } = await parley('audit', '--action', 'export requested', '--json')
    expect(JSON.parse(out)).toMatchObject([{ actor_id: null, details: { type: 'full_without_consent' } }])
  })

  test('refuses a place where it cannot write, and leaves nothing there', async () => {
    const nowhere = join(folder, 'none', 'all.tar.gz')
    expect(await parley('export', nowhere)).toEqual({
      code: 1,
      out: '',
      errors: refuse.fileWithoutFolder(nowhere, join(folder, 'none')).message,
    })
    expect(await parley('export', folder)).toEqual({
      code: 1,
      out: '',
      errors: refuse.notAFile(folder, 'a folder').message,
    })
    const device = join(folder, 'device')
    symlinkSync(devNull, device)
    const errors = refuse.notAFile(device, 'a device or a pipe').message
    expect(await parley('export', device)).toEqual({ code: 1, out: '', errors })
    expect(await parley('export', file, '--org', 'other.example.org')).toMatchObject({ code: 1 })
    expect(readdirSync(folder)).toEqual(['all.tar.gz', 'device'])
  })
})

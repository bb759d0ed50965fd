import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { endpoints } from '../api/endpoints/index.ts'
import { ROLE } from '../server/kernel/realm-state/user.ts'
import { operatorOf } from '../test/parley-process.ts'
import { useServer } from '../test/use-server.ts'

describe('parley import-people', () => {
  const { server, ann } = useServer({ members: ['ann'], channel: 'garden', env: { PARLEY_INVITES_PER_DAY: '1' } })
  const folder = mkdtempSync(join(tmpdir(), 'parley-people-'))
  const parley = operatorOf(() => server)

  beforeAll(() => ann.client.call(endpoints.subscribe, { subscriptions: [{ name: 'closed' }], invite_only: true }))
  afterEach(async () => {
    await server.database.db.deleteFrom('invitation').execute()
  })
  afterAll(() => rmSync(folder, { recursive: true }))

  const importing = (content: string | Buffer, ...options: string[]) => {
    const file = join(folder, 'people.csv')
    writeFileSync(file, content)
    return parley('import-people', file, ...options)
  }
  const invited = async () => (await server.owner.call(endpoints.getInvites, {})).invites
  const mails = async () => {
    await server.runJobs()
    const place = join(server.ctx.config.dataDir, 'mail')
    return existsSync(place) ? readdirSync(place).map((name) => readFileSync(join(place, name), 'utf8')) : []
  }

  test('invites people with role and channels, beyond the daily limit, and a second run adds only new ones', async () => {
    const content =
      '\ufeffName,Email,Role,Channels\r\n"Lovelace, Ada",ada@example.com,moderator,garden;general\r\n,bob@example.com,,\r\n'
    const before = (await mails()).length
    expect(await importing(content)).toEqual({
      code: 0,
      out: '2 people invited, 0 invited before, 0 with an account, 0 lines skipped.',
      errors: '',
    })
    expect(await invited()).toMatchObject([
      { email: 'ada@example.com', invited_as: ROLE.moderator },
      { email: 'bob@example.com', invited_as: ROLE.member },
    ])
    const ids = ['garden', 'general'].map((name) => server.channelId(name))
    const rows = await server.database.db.selectFrom('invitation').select('channel_ids').orderBy('id').execute()
    expect(rows.map(({ channel_ids }) => channel_ids)).toEqual([ids, []])
    const audited = await parley('audit', '--action', 'invitation made', '--json')
    expect(JSON.parse(audited.out)).toMatchObject([{ actor_id: null }, { actor_id: null }])
    expect(await importing(`${content}Cleo,cleo@example.com,guest,\r\nAnn,ANN@example.org,owner,\r\n`)).toMatchObject({
      code: 0,
      out: '1 person invited, 2 invited before, 1 with an account, 0 lines skipped.',
    })
    expect(await invited()).toHaveLength(3)
    expect(server.realm.users.get(ann.id)!.role).toBe(ROLE.member)
    const sent = await mails()
    expect(sent).toHaveLength(before + 3)
    expect(sent.filter((mail) => mail.includes('Lovelace'))).toHaveLength(1)
  })

  test('prints links instead of sending mail, also those of an earlier run, and they suggest the name', async () => {
    const before = (await mails()).length
    const first = await importing('name,email\nAda Lovelace,ada@example.com\n', '--links')
    expect(first).toMatchObject({ code: 0, errors: expect.stringMatching(/^1 person invited/) })
    const [name, email, link = ''] = first.out.split('\t')
    expect([name, email]).toEqual(['Ada Lovelace', 'ada@example.com'])
    const again = await importing('name,email\nAda Lovelace,ada@example.com\n', '--links')
    expect(again.out).toBe(first.out)
    expect(await mails()).toHaveLength(before)
    const { pathname, search } = new URL(link)
    const page = await (await fetch(server.url + pathname + search)).text()
    expect(page).toContain('value="Ada Lovelace"')
  })

  test('reports every line that it cannot use, and invites the others', async () => {
    const lines = [
      'email,role,name,channels',
      'ada@example.com,king,Ada,',
      'nonsense,,,',
      '"open,,,',
      'bob@example.com,,Bob',
      'cleo@example.com,,Cleo,nowhere',
      'dan@example.com,,Dan,closed',
      'eve@example.com,,Eve*,',
      'fay@example.com,,Fay,garden',
      'FAY@example.com,,Fay again,',
    ]
    const { code, out, errors } = await importing(
      Buffer.concat([Buffer.from(`${lines.join('\n')}\ngil@example.com,,`), Buffer.from([0xfc]), Buffer.from(',\n')]),
    )
    expect(code).toBe(0)
    expect(out).toBe('1 person invited, 0 invited before, 0 with an account, 9 lines skipped.')
    const numbers = errors.split('\n').map((line) => Number(/^Line (\d+): /.exec(line)?.[1]))
    expect(numbers.sort((a, b) => a - b)).toEqual([2, 3, 4, 5, 6, 7, 8, 10, 11])
    expect(errors).toContain('Line 2: "king" is not a role.')
    expect(errors).toContain('Line 6: There is no channel "nowhere".')
    expect(errors).toMatch(/Line 7: .*, in whose name people are invited, cannot add people to "closed"\./)
    expect(errors).toContain('Line 10: FAY@example.com is in line 9 already.')
    expect(await invited()).toMatchObject([{ email: 'fay@example.com' }])
  })

  test('a dry run says what would happen, and changes nothing', async () => {
    expect(await importing('email,channels\nada@example.com,garden\nann@example.org,\n', '--dry-run')).toEqual({
      code: 0,
      out: 'ada@example.com would be invited as member in garden\n1 person would be invited, 0 invited before, 1 with an account, 0 lines skipped.',
      errors: '',
    })
    expect(await invited()).toEqual([])
  })

  test.each(['', 'ada@example.com\n', 'email;name\n', 'name,role\n', 'email,email\n'])(
    'refuses a file whose first line is %j',
    async (content) => {
      expect(await importing(content)).toMatchObject({
        code: 1,
        errors: expect.stringMatching(/^The first line of the file must name its columns/),
      })
    },
  )

  test('refuses a file that is not there, and one that never ends', async () => {
    expect(await parley('import-people', '/dev/zero')).toMatchObject({
      code: 1,
      errors: '/dev/zero cannot be read (it is larger than 32 MiB): check its name and its permissions.',
    })
    expect(await parley('import-people', join(folder, 'none.csv'))).toMatchObject({
      code: 1,
      errors: expect.stringMatching(/none\.csv cannot be read \(ENOENT\): check its name and its permissions\.$/),
    })
  })
})

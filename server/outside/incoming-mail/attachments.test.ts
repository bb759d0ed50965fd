import { beforeAll, describe, expect, test } from 'vitest'
import { endpoints } from '../../../api/endpoints/index.ts'
import { breaches } from '../../../test/breaches.ts'
import { explains } from '../../../test/events-explain-state.ts'
import type { Person } from '../../../test/harness.ts'
import { opened } from '../../../test/opened.ts'
import { startMailServer } from '../../../test/outside/mail-server.ts'
import { picture } from '../../../test/pictures.ts'

const { getAttachments, getMessage } = endpoints

describe('files of a mail', () => {
  const at = opened(() =>
    startMailServer({ env: { PARLEY_MAX_FILE_UPLOAD_SIZE_MIB: '1', PARLEY_UPLOAD_QUOTA_MIB: '2' } }),
  )
  let bob: Person
  let asAnn: string
  beforeAll(async () => {
    bob = await at.server.person('Bob')
    asAnn = await at.address({ sender: at.ann.id, options: '' })
  })

  const download = async (address: string, person = at.ann) => {
    const authorization = `Basic ${btoa(`${person.email}:${person.apiKey}`)}`
    const response = await fetch(`${at.server.url}${address}`, { headers: { authorization } })
    return response.status === 200 ? response.text() : response.status
  }
  const addressesIn = (content: string) =>
    [...content.matchAll(/\((\/user_uploads\/\S+)\)/g)].map(([, found]) => found!)
  const uploadsOf = async (person: Person) =>
    (await person.client.call(getAttachments, {})).attachments.map(({ name, message_ids: { length } }) => [
      name,
      length,
    ])

  test('are uploads of the sender, linked below the text', async () => {
    const attachments = [
      { filename: 'Menü für Montag.txt', content: 'soup' },
      { filename: 'notes.bin', content: Buffer.from([0, 1, 2]) },
    ]
    await explains({ Ann: at.ann.client }, async () => {
      expect(await at.send({ subject: 'Files', text: 'see', attachments }, asAnn)).toMatchObject({ code: 250 })
    })
    const { content } = await at.newest()
    expect(content).toMatch(
      /^see\n\n\[Menü für Montag\.txt\]\(\/user_uploads\/\S+\/Menü-für-Montag\.txt\)\n\[notes\.bin\]\(\/user_uploads\/\S+\/notes\.bin\)$/,
    )
    expect(await download(addressesIn(content)[0]!)).toBe('soup')
    expect(await uploadsOf(at.ann)).toEqual([
      ['Menü für Montag.txt', 1],
      ['notes.bin', 1],
    ])
    expect(await breaches(at.server)).toEqual([])
  })

  test('are for readers of the channel only', async () => {
    const secret = (
      await at.ann.client.call(endpoints.createChannel, {
        name: 'secret',
        invite_only: true,
        subscribers: [at.ann.id],
      })
    ).id
    const attachments = [{ filename: 'plan.txt', content: 'hush' }]
    await at.send({ subject: 'Plan', text: 'x', attachments }, await at.address({ channel: secret }))
    const [address] = addressesIn((await at.messages(secret)).at(-1)!.content)
    expect(await download(address!)).toBe('hush')
    expect(await download(address!, bob)).not.toBe('hush')
    // The mail bot owns it.
    expect(await uploadsOf(at.ann)).toHaveLength(2)
  })

  test('that are pictures in the text have previews', async () => {
    const attachments = [{ filename: 'logo.png', content: await picture(), cid: 'logo' }]
    await at.send({ subject: 'Logo', html: '<p>our <img src="cid:logo" alt="logo.png"> logo</p>', attachments })
    const { id, content } = await at.newest()
    expect(content).toMatch(/^our logo\n\n\[logo\.png\]\(/)
    const { message } = await at.ann.client.call(getMessage, { message_id: id, apply_markdown: true })
    expect(message.content).toMatch(/<img[^>]* src="\/user_uploads\/thumbnail\//)
  })

  test('are shared even if the text leaves a block open', async () => {
    const attachments = [{ filename: 'code.txt', content: 'x' }]
    await at.send({ subject: 'Code', text: '```\nunclosed', attachments })
    const { content } = await at.newest()
    expect(content).toMatch(/^\[code\.txt\]\(\S+\)\n\n```\nunclosed$/)
    expect(await download(addressesIn(content)[0]!)).toBe('x')
  })

  test('alone are a message', async () => {
    await at.send({ subject: 'Alone', text: '', attachments: [{ filename: 'a.txt', content: 'a' }] })
    expect((await at.newest()).content).toMatch(/^\[a\.txt\]\(\S+\)$/)
  })

  test('that are too large or too many are named, and the text arrives', async () => {
    const large = [{ filename: 'large.bin', content: Buffer.alloc(1_048_577) }]
    await at.send({ subject: 'Large', text: 'text', attachments: large })
    expect((await at.newest()).content).toBe('text\n\n*large.bin: larger than the 1 MiB that this server keeps*')
    const many = Array.from({ length: 23 }, (_, n) => ({ filename: `${n}.txt`, content: `${n}` }))
    await at.send({ subject: 'Many', text: 'text', attachments: many })
    const { content } = await at.newest()
    expect(addressesIn(content)).toHaveLength(20)
    expect(content).toMatch(/\n\*3 more attachments were not kept\.\*$/)
  })

  test('for which no space is left are named, and the text arrives', async () => {
    const almost = { filename: 'almost.bin', content: Buffer.alloc(1_048_576) }
    await at.send({ subject: 'First', text: 'text', attachments: [almost] })
    expect(addressesIn((await at.newest()).content)).toHaveLength(1)
    await at.send({ subject: 'Full', text: 'text', attachments: [almost] })
    expect((await at.newest()).content).toBe('text\n\n*almost.bin: no space is left for uploads*')
    expect(await breaches(at.server)).toEqual([])
  })

  test('of a mail that is refused are not kept', async () => {
    const used = async () => (await at.ann.client.call(getAttachments, {})).upload_space_used
    const before = await used()
    const nobody = at.server.realm.groups.system('role:nobody').id
    const change = { stream_id: at.lunch, can_create_topic_group: { new: nobody } }
    await at.server.owner.call(endpoints.updateStream, change)
    const attachments = [{ filename: 'a.txt', content: 'a' }]
    expect(await at.send({ subject: 'New topic', text: 'x', attachments })).toMatchObject({ code: 550 })
    expect(await used()).toBe(before)
    expect(await at.send({ subject: 'Code', text: 'an older topic', attachments })).toMatchObject({ code: 250 })
  })
})

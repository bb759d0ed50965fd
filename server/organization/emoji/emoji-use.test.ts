import { describe, expect, test } from 'vitest'
import { endpoints } from '../../../api/endpoints/index.ts'
import type { RealmEmoji } from '../../../api/objects/realm.ts'
import { explains } from '../../../test/events-explain-state.ts'
import { type Person, startTestServer } from '../../../test/harness.ts'
import { overtaken } from '../../../test/overtaken.ts'
import { picture } from '../../../test/pictures.ts'
import { refused } from '../../../test/refusals.ts'
import { useServer } from '../../../test/use-server.ts'

const { addReaction, deactivateCustomEmoji, getCustomEmoji, getMessage, removeReaction, renderMessage, sendMessage } =
  endpoints

test('the extra emoji has a picture at the address that messages have for it', async () => {
  const server = await startTestServer()
  try {
    const { rendered } = await server.owner.call(renderMessage, { content: ':service:' })
    const [, src] = /src="([^"]+)"/.exec(rendered)!
    const picture = await fetch(server.url + src)
    expect([picture.status, picture.headers.get('content-type')]).toEqual([200, 'image/png'])
    expect((await fetch(server.url + src!.replace('service', 'other'))).status).toBe(404)
  } finally {
    await server.close()
  }
})

describe('a custom emoji', () => {
  const { server, ann, bob } = useServer({ members: ['ann', 'bob'] })

  async function add(emoji_name: string): Promise<RealmEmoji> {
    const filename = { filename: 'a.png', type: 'image/png', bytes: await picture() }
    await server.owner.call(endpoints.uploadCustomEmoji, { emoji_name, filename })
    const { emoji } = await ann.client.call(getCustomEmoji, {})
    return Object.values(emoji).findLast(({ name }) => name === emoji_name)!
  }
  const deactivate = (emoji_name: string) => server.owner.call(deactivateCustomEmoji, { emoji_name })
  const send = async (content = 'Hello') =>
    (await ann.client.call(sendMessage, { type: 'channel', to: 'general', topic: 'emoji', content })).id
  const message = async (message_id: number) => (await bob.client.call(getMessage, { message_id })).message
  const react = (message_id: number, emoji: object, by: Person = bob) =>
    by.client.call(addReaction, { message_id, emoji_name: 'none', ...emoji })
  const takeBack = (message_id: number, emoji: object) => bob.client.call(removeReaction, { message_id, ...emoji })
  const codesOf = ({ id, name }: RealmEmoji) => ({ emoji_name: name, emoji_code: id, reaction_type: 'realm_emoji' })

  describe('in a text', () => {
    const image = ({ name, source_url }: RealmEmoji) =>
      `<img alt=":${name}:" class="emoji" src="${source_url}" title="${name.replaceAll('_', ' ')}">`

    test('is its picture, in messages and in previews of them', async () => {
      const emoji = await add('green_tick')
      expect((await message(await send('Done :green_tick:'))).content).toBe(`<p>Done ${image(emoji)}</p>`)
      expect(await ann.client.call(renderMessage, { content: ':green_tick:' })).toMatchObject({
        rendered: `<p>${image(emoji)}</p>`,
      })
    })

    test('stands before the Unicode emoji of its name', async () => {
      const emoji = await add('octopus')
      expect((await message(await send(':octopus:'))).content).toBe(`<p>${image(emoji)}</p>`)
      await deactivate('octopus')
      expect((await message(await send(':octopus:'))).content).toContain('emoji-1f419')
    })

    test('is plain text once it is deactivated, but stays in older messages', async () => {
      const emoji = await add('old_logo')
      const older = await send(':old_logo:')
      await deactivate('old_logo')
      expect((await message(await send(':old_logo:'))).content).toBe('<p>:old_logo:</p>')
      expect((await message(older)).content).toBe(`<p>${image(emoji)}</p>`)
    })
  })

  describe('as a reaction', () => {
    test('is found by its name alone, by name and code, and by all three', async () => {
      const wanted = codesOf(await add('parrot_dance'))
      const { emoji_name, emoji_code } = wanted
      for (const parts of [{ emoji_name }, { emoji_name, emoji_code }, wanted]) {
        const id = await send()
        await react(id, parts)
        expect((await message(id)).reactions).toEqual([{ ...wanted, user_id: bob.id }])
        await takeBack(id, parts === wanted ? wanted : { emoji_name })
        expect((await message(id)).reactions).toEqual([])
      }
    })

    test('reaches others as an event', async () => {
      const wanted = codesOf(await add('told_to_others'))
      const id = await send()
      const told = await explains({ Ann: ann.client }, () => react(id, wanted))
      expect(told['Ann']).toMatchObject([{ type: 'reaction', op: 'add', message_id: id, user_id: bob.id, ...wanted }])
    })

    test('goes before the Unicode emoji of its name', async () => {
      const { id: emoji_code } = await add('squid')
      const id = await send()
      await react(id, { emoji_name: 'squid' })
      await react(id, { emoji_name: 'squid', emoji_code: '1f991', reaction_type: 'unicode_emoji' })
      expect((await message(id)).reactions).toMatchObject([
        { emoji_code, reaction_type: 'realm_emoji' },
        { emoji_code: '1f991', reaction_type: 'unicode_emoji' },
      ])
    })

    test('is refused where name and code disagree, or there is none', async () => {
      const wanted = codesOf(await add('disputed'))
      const id = await send()
      await refused(react(id, { ...wanted, emoji_name: 'other' }), 'Invalid custom emoji name.')
      for (const emoji_code of ['999999', 'disputed', '0', '-1', '1e3', ' 1'])
        await refused(react(id, { ...wanted, emoji_code }), 'Invalid custom emoji.')
    })

    test('is refused once it is deactivated, unless the message has it', async () => {
      const wanted = codesOf(await add('forbidden_fruit'))
      const [old, fresh] = [await send(), await send()]
      await react(old, wanted)
      await deactivate('forbidden_fruit')
      await refused(react(fresh, wanted), 'This custom emoji has been deactivated.')
      await refused(react(fresh, { emoji_name: 'forbidden_fruit' }), "Emoji 'forbidden_fruit' does not exist")
      await react(old, wanted, ann)
      expect((await message(old)).reactions).toHaveLength(2)
      await takeBack(old, wanted)
      expect((await message(old)).reactions).toMatchObject([{ ...wanted, user_id: ann.id }])
    })

    test('is refused when it is deactivated while the reaction waits', async () => {
      const wanted = codesOf(await add('almost_there'))
      const id = await send()
      const reacting = overtaken(
        server,
        () => deactivate('almost_there'),
        () => react(id, wanted),
      )
      await refused(reacting, 'This custom emoji has been deactivated.')
      expect((await message(id)).reactions).toEqual([])
    })
  })
})

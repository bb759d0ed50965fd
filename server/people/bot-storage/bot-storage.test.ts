import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { endpoints } from '../../../api/endpoints/index.ts'
import type { Person } from '../../../test/harness.ts'
import { bot } from '../../../test/people.ts'
import { postForm } from '../../../test/post-form.ts'
import { refused } from '../../../test/refusals.ts'
import { useServer } from '../../../test/use-server.ts'

const { getBotStorage, removeBotStorage, updateBotStorage } = endpoints

describe('the storage of a bot', () => {
  const { server, ann } = useServer({ members: ['ann'] })
  let clerk: Person
  let cook: Person

  beforeAll(async () => {
    clerk = await bot(server, 'Clerk', ann)
    cook = await bot(server, 'Cook', ann)
  })
  beforeEach(async () => void (await remove(clerk)))

  const get = async ({ client }: Person, keys?: string[]) => (await client.call(getBotStorage, { keys })).storage
  const put = ({ client }: Person, storage: Record<string, string>) => client.call(updateBotStorage, { storage })
  const remove = ({ client }: Person, keys?: string[]) => client.call(removeBotStorage, { keys })

  test('keeps texts by their keys, for that bot alone', async () => {
    await put(clerk, { a: '1', b: '2' })
    await put(clerk, { b: 'two', 'ä 🥣': '', constructor: 'x' })
    expect(await get(clerk)).toEqual({ a: '1', b: 'two', 'ä 🥣': '', constructor: 'x' })
    expect(await get(clerk, ['a', 'ä 🥣'])).toEqual({ a: '1', 'ä 🥣': '' })
    expect(await get(clerk, [])).toEqual({})
    expect(await get(cook)).toEqual({})
    await put(clerk, {})
  })

  test('keeps a text by any key, also by one that means something to programs', async () => {
    const storage = '{"__proto__":"p","constructor":"c","toString":"t","hasOwnProperty":"h","":"e","0":"z"}'
    const stored = { method: 'PUT', storage }
    expect(await postForm(server, clerk, '/bot_storage', stored)).toMatchObject({ result: 'success' })
    const texts = JSON.parse(storage) as Record<string, string>
    expect(Object.entries(await get(clerk)).sort()).toEqual(Object.entries(texts).sort())
    expect(Object.entries(await get(clerk, ['__proto__']))).toEqual([['__proto__', 'p']])
    await put(clerk, JSON.parse('{"__proto__":"q"}') as Record<string, string>)
    expect(Object.entries(await get(clerk, ['__proto__']))).toEqual([['__proto__', 'q']])
    await remove(clerk, ['__proto__'])
    await refused(get(clerk, ['__proto__']), 'Key does not exist.')
  })

  test('removes some keys, or all', async () => {
    await put(clerk, { a: '1', b: '2', c: '3' })
    await remove(clerk, ['a', 'a'])
    expect(await get(clerk)).toEqual({ b: '2', c: '3' })
    await remove(clerk)
    expect(await get(clerk)).toEqual({})
  })

  test('knows no key that was not stored, and then removes nothing', async () => {
    await put(clerk, { a: '1' })
    await refused(get(clerk, ['a', 'z']), 'Key does not exist.')
    await refused(remove(clerk, ['a', 'z']), 'Key does not exist.')
    await refused(get(cook, ['a']), 'Key does not exist.')
    expect(await get(clerk)).toEqual({ a: '1' })
  })

  test('is limited by the characters of keys and values', async () => {
    await server.database.pool.query(
      `insert into bot_storage (bot_id, realm_id, key, value, size) values ($1, $2, 'k', repeat('x', 9999989), 9999990)`,
      [clerk.id, server.realm.id],
    )
    const tooMuch = 'Request exceeds storage limit by 1 characters. The limit is 10000000 characters.'
    await refused(put(clerk, { key: 'eight ch' }), tooMuch)
    await put(clerk, { key: '🥣'.repeat(7) })
    await refused(put(clerk, { key: '🥣'.repeat(8) }), tooMuch)
    // What is overwritten does not count.
    await put(clerk, { k: 'short' })
    await put(clerk, { key: 'eight ch' })
  })

  test('takes all that it can hold in one request, and says how much more is too much', async () => {
    await put(clerk, { big: 'x'.repeat(9_999_997) })
    expect((await get(clerk))['big']).toHaveLength(9_999_997)
    const tooMuch = 'Request exceeds storage limit by 3 characters. The limit is 10000000 characters.'
    await refused(put(clerk, { big: 'x'.repeat(10_000_000) }), tooMuch)
  })

  test('is for bots only', async () => {
    const refusal = { code: 'PERMISSION_DENIED' } as const
    await refused(get(ann), 'Must be a bot user', refusal)
    await refused(put(ann, { a: '1' }), 'Must be a bot user', refusal)
    await refused(remove(ann), 'Must be a bot user', refusal)
  })

  test.each([
    ['[]', 'storage is not a dict'],
    ['{"a":1}', 'storage["a"] is not a string'],
    ['{"a":"1","__proto__":null}', 'storage["__proto__"] is not a string'],
    ['null', 'storage is not a dict'],
    ['a', 'storage is not valid JSON'],
  ])('%s is refused', async (storage, msg) => {
    expect(await postForm(server, clerk, '/bot_storage', { storage, method: 'PUT' })).toMatchObject({ msg })
  })
})

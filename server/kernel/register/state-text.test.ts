import { expect, test } from 'vitest'
import { Json } from './snapshot.ts'
import { writeState } from './state-text.ts'

const textOf = async (...args: Parameters<typeof writeState>) => Buffer.concat(await writeState(args[0])).toString()

test('fields of any type are written as members of one object', async () => {
  const long = 'x'.repeat(100_000)
  const text = await textOf([
    { number: 1, 'quoted "name"': 'grüße 😀', nothing: null },
    {},
    { list: new Json(['[', Buffer.from('1'), ',2', Buffer.from(',"ü"'), ']']), long, empty: new Json(['{}']) },
  ])
  expect(JSON.parse(`{${text}}`)).toEqual({
    number: 1,
    'quoted "name"': 'grüße 😀',
    nothing: null,
    list: [1, 2, 'ü'],
    long,
    empty: {},
  })
  expect(await textOf([])).toBe('')
})

test('cached bytes are not copied', async () => {
  const kept = Buffer.from('[1,2,3]')
  expect(await writeState([{ list: new Json([kept]) }])).toContain(kept)
})

test('other requests are served while a large state is written', async () => {
  function* slowly() {
    yield '['
    for (let n = 0; n < 20; n += 1) {
      const end = performance.now() + 2
      while (performance.now() < end);
      yield n === 0 ? '0' : `,${n}`
    }
    yield ']'
  }
  let served = 0
  const serving = setInterval(() => {
    served += 1
  }, 0)
  const text = await textOf([{ list: new Json(slowly()) }])
  clearInterval(serving)
  expect(JSON.parse(`{${text}}`)).toEqual({ list: Array.from({ length: 20 }, (_, n) => n) })
  expect(served).toBeGreaterThan(1)
})

import { expect, test } from 'vitest'
import { Wishes } from './wishes.ts'

/** A switch whose requests are answered by hand. */
function lamp() {
  const wishes = new Wishes<string, boolean>()
  const shown: boolean[] = []
  const sent: { value: boolean; answer: PromiseWithResolvers<unknown> }[] = []
  const isOn = () => wishes.wanted('lamp') ?? shown.at(-1) ?? false
  const press = () =>
    wishes.want('lamp', {
      wanted: !isOn(),
      before: isOn(),
      show: (value) => shown.push(value),
      send: (value) => {
        const answer = Promise.withResolvers<unknown>()
        sent.push({ value, answer })
        return answer.promise
      },
    })
  const next = async () => {
    await expect.poll(() => sent.length).toBe(1)
    return sent.shift()!
  }
  return { shown, sent, press, next }
}

test('a wish shows before the server has answered', async () => {
  const { shown, press, next } = lamp()
  const pressed = press()
  expect(shown).toEqual([true])
  ;(await next()).answer.resolve(null)
  expect(await pressed).toBe(true)
  expect(shown).toEqual([true])
})

test('of wishes that come meanwhile only the last is sent, after the answer', async () => {
  const { shown, sent, press, next } = lamp()
  const all = [press(), press(), press(), press()]
  expect(shown).toEqual([true, false, true, false])
  const first = await next()
  expect(first.value).toBe(false)
  const later = press()
  expect(sent).toEqual([])
  first.answer.resolve(null)
  const second = await next()
  expect(second.value).toBe(true)
  second.answer.resolve(null)
  expect(await Promise.all([...all, later])).toEqual([false, false, false, false, true])
})

test('a refusal goes back to what the server has, and is thrown once', async () => {
  const { shown, press, next } = lamp()
  const first = press()
  const { answer } = await next()
  const second = press()
  answer.reject(new Error('no'))
  await expect(first).rejects.toThrow('no')
  expect(await second).toBe(false)
  expect(shown).toEqual([true, false, false])
})

import { EventEmitter } from 'node:events'
import type pg from 'pg'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { SilenceWatch } from './silence-watch.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

/** The part of a driver connection that the watch uses. */
function connect(watch: SilenceWatch, limit = 1_600) {
  const destroy = vi.fn()
  const client = Object.assign(new EventEmitter(), { connection: { stream: { destroy } } })
  const send = watch.add(client as unknown as pg.Client, limit)
  return { send, answer: () => client.emit('drain'), end: () => client.emit('end'), destroy }
}

test('closes a connection without an answer, and the idle ones, but not one that has time left', () => {
  const onSilence = vi.fn()
  const watch = new SilenceWatch(1_600, onSilence)
  const [silent, idle, later, closed] = [connect(watch), connect(watch), connect(watch), connect(watch)]
  silent.send()
  closed.end()
  vi.advanceTimersByTime(1_600)
  later.send()
  expect(silent.destroy).not.toHaveBeenCalled()
  vi.advanceTimersByTime(200)
  for (const one of [silent, idle]) expect(one.destroy).toHaveBeenCalledOnce()
  for (const one of [later, closed]) expect(one.destroy).not.toHaveBeenCalled()
  expect(onSilence).toHaveBeenCalledOnce()
})

test('each answer restarts the time, and so does each statement', () => {
  const watch = new SilenceWatch(1_600, () => {})
  const busy = connect(watch)
  for (let statement = 0; statement < 10; statement += 1) {
    busy.send()
    vi.advanceTimersByTime(1_500)
    busy.answer()
  }
  vi.advanceTimersByTime(10_000)
  expect(busy.destroy).not.toHaveBeenCalled()
})

test('does not treat a pause of this process as silence', () => {
  const watch = new SilenceWatch(1_600, () => {})
  const waiting = connect(watch)
  waiting.send()
  // After a pause of an hour the timer fires once, before the answer is read.
  vi.setSystemTime(Date.now() + 3_600_000)
  vi.advanceTimersToNextTimer()
  expect(waiting.destroy).not.toHaveBeenCalled()
})

test('a connection with a longer limit is given more time', () => {
  const watch = new SilenceWatch(1_600, () => {})
  const slow = connect(watch, 16_000)
  slow.send()
  vi.advanceTimersByTime(15_000)
  expect(slow.destroy).not.toHaveBeenCalled()
  vi.advanceTimersByTime(2_000)
  expect(slow.destroy).toHaveBeenCalledOnce()
})

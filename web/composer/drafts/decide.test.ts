import { expect, test } from 'vitest'
import { decide, type ServerDraft } from './decide.ts'
import { versionOf } from './draft-record.ts'

const draft = (id: number, content: string, timestamp: number): ServerDraft => ({
  id,
  type: 'stream',
  to: [7],
  topic: 'lunch',
  content,
  timestamp,
})
const record = (content: string, seconds: number, serverId?: number, synced?: string) => ({
  place: '7:lunch',
  topic: 'lunch',
  content,
  savedAt: seconds * 1000,
  ...(serverId !== undefined && { serverId }),
  ...(synced !== undefined && { synced: versionOf({ content: synced, topic: 'lunch' }) }),
})
const here = (one?: ReturnType<typeof record>, isKnown = true, emptiedAt = 0) => ({ record: one, emptiedAt, isKnown })

test('an empty composer takes the newest draft, but none that is older than its emptying', () => {
  expect(decide(here(), [draft(2, 'b', 20), draft(1, 'a', 10)])).toMatchObject({ kind: 'take', draft: { id: 2 } })
  expect(decide(here(undefined, true, 20), [draft(2, 'b', 20)])).toEqual({ kind: 'nothing' })
})

test('a text that was not changed here follows its draft', () => {
  const clean = record('a', 10, 1, 'a')
  expect(decide(here(clean), [draft(1, 'a', 10)])).toEqual({ kind: 'nothing' })
  expect(decide(here(clean), [draft(1, 'b', 5)])).toMatchObject({ kind: 'take', keep: false })
  expect(decide(here(clean), [])).toEqual({ kind: 'clear' })
  // Its event has not come yet.
  expect(decide(here(clean, false), [])).toEqual({ kind: 'nothing' })
})

test('of two changes the newer wins, and the other is kept', () => {
  expect(decide(here(record('mine', 10, 1, 'a')), [draft(1, 'theirs', 20)])).toMatchObject({ kind: 'take', keep: true })
  expect(decide(here(record('mine', 30, 1, 'a')), [draft(1, 'theirs', 20)])).toEqual({ kind: 'part' })
  expect(decide(here(record('mine', 30, 1, 'a')), [])).toEqual({ kind: 'part' })
  expect(decide(here(record('mine', 10)), [draft(2, 'theirs', 20)])).toMatchObject({ kind: 'take', keep: true })
  expect(decide(here(record('mine', 30)), [draft(2, 'theirs', 20)])).toEqual({ kind: 'nothing' })
})

test('a text whose answer was lost is the draft that the server has made of it', () => {
  const draftOfIt = draft(3, 'a', 10)
  expect(decide(here(record('a', 10)), [draft(4, 'b', 5), draftOfIt])).toEqual({ kind: 'adopt', draft: draftOfIt })
})

test('the same text on both sides is known to be the same', () => {
  expect(decide(here(record('b\n', 10, 1, 'a')), [draft(1, 'b', 10)])).toEqual({ kind: 'same' })
})

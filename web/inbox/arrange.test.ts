import { expect, test } from 'vitest'
import { arrange, type Layout } from './arrange.ts'

const topic = (streamId: number, name: string, unread = 1) => ({
  place: { kind: 'channel', streamId, topic: name } as const,
  key: `${streamId}:${name}`,
  isMuted: false,
  unread,
  mentions: 0,
  newest: 1,
})
type Row = ReturnType<typeof topic>

const section = (streamId: number, ...rows: Row[]) =>
  ({ id: `${streamId}`, channel: { stream_id: streamId }, rows }) as unknown as Layout[number]

/** `1: a b 0 | 2: c` */
const shown = (layout: Layout): string =>
  layout
    .map(({ channel, rows }) => {
      const names = rows.map(
        ({ place, unread }) => `${place.kind === 'channel' && place.topic}${unread ? '' : ' read'}`,
      )
      return `${channel?.stream_id}: ${names.join(', ')}`
    })
    .join(' | ')

const before = [section(1, topic(1, 'a'), topic(1, 'b')), section(2, topic(2, 'c'))]

test('without a hold everything is where it belongs', () => {
  expect(shown(arrange(before, [section(2, topic(2, 'd'), topic(2, 'c'))], null))).toBe('2: d, c')
})

test('under the pointer nothing moves: what is read stays, and what is new comes last', () => {
  const next = [section(0, topic(0, 'x')), section(1, topic(1, 'new'), topic(1, 'b', 5)), section(2, topic(2, 'y'))]
  const held = arrange(before, next, { kind: 'list' })
  expect(shown(held)).toBe('1: a read, b | 2: c read | 0: x | 1: new | 2: y')
  expect(held[0]?.rows[1]?.unread).toBe(5)
  expect(shown(arrange(held, next, { kind: 'list' }))).toBe(shown(held))
  expect(new Set(held.map(({ id }) => id)).size).toBe(held.length)
  expect(shown(arrange(held, next, null))).toBe('0: x | 1: new, b | 2: y')
})

test('the row with the focus stays although it is read, and the others go', () => {
  const hold = { kind: 'row', key: '1:b' } as const
  expect(shown(arrange(before, [section(1, topic(1, 'a'))], hold))).toBe('1: a, b read')
  expect(shown(arrange(before, [section(2, topic(2, 'c'))], hold))).toBe('1: b read | 2: c')
  expect(shown(arrange(before, [], { kind: 'row', key: '9:z' }))).toBe('')
})

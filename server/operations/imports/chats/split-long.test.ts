import { expect, test } from 'vitest'
import type { SourceMessage, SourceText } from '../source.ts'
import { splitLong } from './split-long.ts'

const message = (content: SourceText, more: Partial<SourceMessage> = {}): SourceMessage => ({
  ...{ id: 'm', where: 'w', senderId: 'p', sentAt: 1, to: { people: ['p'] }, content },
  ...more,
})

const split = (content: SourceText, more?: Partial<SourceMessage>) => [...splitLong(message(content, more))]
const lengths = (pieces: readonly SourceMessage[]) =>
  pieces.map(({ content }) => content.reduce((sum, part) => sum + (typeof part === 'string' ? part.length : 300), 0))

test('a message that fits stays as it is', () => {
  const short = message(['x'.repeat(9_000), { person: 'p' }])
  expect([...splitLong(short)]).toEqual([short])
})

test('a long message becomes several, and nothing is lost', () => {
  const line = `${'word '.repeat(30)}\n`
  const pieces = split([line.repeat(100), { person: 'p' }, '😀'.repeat(6_000)], {
    edits: [{ personId: 'p', at: 2 }],
    marks: [
      { personId: 'p', starred: true },
      { personId: 'q', unread: true },
    ],
  })
  expect(pieces.map(({ id }) => id)).toEqual(['m', 'm#2', 'm#3'])
  expect(lengths(pieces).every((length) => length <= 10_000)).toBe(true)
  const text = pieces.flatMap(({ content }) => content).map((part) => (typeof part === 'string' ? part : '@'))
  expect(text.join('').replace(/\s/g, '')).toBe(`${line.repeat(100)}@${'😀'.repeat(6_000)}`.replace(/\s/g, ''))
  expect(text.every((part) => part.isWellFormed())).toBe(true)
  expect(pieces.map(({ edits, marks }) => [edits?.length, marks?.length])).toEqual([
    [1, 2],
    [undefined, 1],
    [undefined, 1],
  ])
})

test('code goes on as code', () => {
  const [first, second] = split([`before\n\`\`\`\n${'let a\n'.repeat(2_000)}\`\`\`\nafter`])
  expect(first?.content.join('')).toMatch(/let a\n```$/)
  expect(second?.content.join('')).toMatch(/^```\nlet a\n[\s\S]*let a\n```\nafter$/)
})

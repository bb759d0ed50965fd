import { expect, test } from 'vitest'
import { readText } from './narrow-text.ts'
import type { SourceUpload } from './source.ts'

const file: SourceUpload = { id: '1', where: '', name: 'a.txt', type: null, size: null, open: async () => null }
const names = {
  person: (name: string) => (name === 'Ann' ? '11' : undefined),
  group: (name: string) => (name === 'gardeners' ? '7' : undefined),
  channel: (name: string) => ({ beds: '20', 'a>b': '21' })[name],
  upload: (path: string, isOwn: boolean) => (path === '2/ab/a b.txt' && isOwn ? file : undefined),
  addresses: ['https://chat.example.com'],
}
const parts = (text: string) => readText(text, names).filter((part) => part !== '')

test.each([
  ['@**Ann**', { person: '11', silent: false }],
  ['@_**Ann|12**', { person: '12', silent: true }],
  ['@*gardeners*', { group: '7', silent: false }],
  ['#**beds**', { channel: '20' }],
  ['#**a>b**', { channel: '21' }],
  ['#**beds>a * b**', { topic: 'a * b', channelId: '20' }],
  ['#**beds>roses@1001**', { message: '1001' }],
  ['/user_uploads/2/ab/a%20b.txt', { file, as: 'address' }],
  ['https://chat.example.com/user_uploads/2/ab/a%20b.txt', { file, as: 'address' }],
  ['https://chat.example.com/#narrow/channel/20-beds/topic/roses/near/5', { message: '5', as: 'address' }],
  ['#narrow/dm/8-Bob/near/6', { message: '6', as: 'address' }],
  ['#narrow/stream/20-beds/topic/a.20b', { topic: 'a b', channelId: '20', as: 'address' }],
  ['/#narrow/channel/20-beds', { channel: '20', as: 'address' }],
])('%s is a reference', (text, part) => {
  expect(parts(text)).toEqual([{ ...part, else: text }])
  expect(parts(`before ${text} after`)).toEqual(['before ', { ...part, else: text }, ' after'])
})

test.each([
  '@**all**',
  '@**Nobody**',
  '@*others*',
  '#**unknown>topic**',
  'https://other.example.com/#narrow/channel/20-beds/near/5',
  'https://other.example.com/user_uploads/2/ab/a%20b.txt',
  '`@**Ann**`',
  '```\n@**Ann**\n```',
  '~~~~ text\n@**Ann** ```\n~~~~',
  '**Ann** @ home',
])('%s is none', (text) => {
  expect(parts(text).join('')).toBe(text)
})

test('quotes and spoilers have ordinary text, and the rest of a text follows code', () => {
  expect(parts('```quote\n@**Ann**\n```')).toContainEqual({ person: '11', silent: false, else: '@**Ann**' })
  const nested = '````quote\n```\n@**Ann**\n```\n@**Ann**\n````\n@**Ann**'
  expect(parts(nested).filter((part) => typeof part === 'object')).toHaveLength(2)
  expect(
    parts(nested)
      .map((part) => (typeof part === 'string' ? part : 'else' in part ? part.else : ''))
      .join(''),
  ).toBe(nested)
  expect(parts('`x` @**Ann**')).toEqual(['`x`', ' ', { person: '11', silent: false, else: '@**Ann**' }])
})

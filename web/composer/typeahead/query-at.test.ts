import { expect, test } from 'vitest'
import { queryAt } from './query-at.ts'

test.each([
  ['@', { kind: 'person', typed: '', isSilent: false, start: 0 }],
  ['hi @pri', { kind: 'person', typed: 'pri', isSilent: false, start: 3 }],
  ['(@_Priya Rag', { kind: 'person', typed: 'Priya Rag', isSilent: true, start: 1 }],
  ['@**Pri', { kind: 'person', typed: 'Pri', isSilent: false, start: 0 }],
  ['see #inf', { kind: 'channel', typed: 'inf', start: 4 }],
  ['see #infra>run', { kind: 'topic', channel: 'infra', typed: 'run', start: 4 }],
  ['#**infra>', { kind: 'topic', channel: 'infra', typed: '', start: 0 }],
  ['#**infra** >que', { kind: 'topic', channel: 'infra', typed: 'que', start: 0 }],
  ['nice :tad', { kind: 'emoji', typed: 'tad', start: 5 }],
  ['/po', { kind: 'command', typed: 'po', start: 0 }],
  ['at <time:tom', { kind: 'time', typed: 'tom', start: 3 }],
  ['`done` @a', { kind: 'person', typed: 'a', isSilent: false, start: 7 }],
])('%j is completed', (before, query) => {
  expect(queryAt(before)).toEqual(query)
})

test.each([
  'ann@example',
  '# Heading',
  'at 10:30',
  ':D',
  'a /poll',
  '@**Priya** ',
  '@*platform* ',
  '#**infra** ',
  '`@a',
  '```\n@a',
  'a <b',
  'no @ name',
])('%j is not completed', (before) => {
  expect(queryAt(before)).toBeNull()
})

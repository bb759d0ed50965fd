import pg from 'pg'
import { expect, test } from 'vitest'
import { Busy, CallerGone, DatabaseSilent } from '../base/busy.ts'
import { isDatabaseAway, isDefiniteFailure, isOverdue, isSilence, mayComeAgain } from './database-failure.ts'

const refusal = (code: string) => Object.assign(new pg.DatabaseError('no', 2, 'error'), { code })

test.each(['23505', '22012', '40001', '54000', '57014', '55P03', '25P03'])('%s is a definite failure', (code) => {
  expect(isDefiniteFailure(refusal(code))).toBe(true)
})

test.each([
  ['a server that is shut down', refusal('57P01')],
  ['a connection that is lost', refusal('08006')],
  ['a socket that cannot be written to', Object.assign(new Error('write EPIPE'), { code: 'EPIPE' })],
  ['an answer that did not come', new Error('Query read timeout')],
])('%s leaves the outcome unknown', (_, error) => {
  expect(isDefiniteFailure(error)).toBe(false)
})

const lost = new Error('Connection terminated unexpectedly')
const kinds: [string, unknown, { away: boolean; overdue: boolean; again: boolean }][] = [
  ['a statement that took too long', refusal('57014'), { away: false, overdue: true, again: true }],
  ['a lock that is held elsewhere', refusal('55P03'), { away: false, overdue: true, again: true }],
  ['a transaction that stood still', refusal('25P03'), { away: false, overdue: true, again: true }],
  ['a silent database', new DatabaseSilent(), { away: true, overdue: true, again: true }],
  ['no connection in time', new Error('timeout expired'), { away: true, overdue: true, again: true }],
  ['a lost connection', lost, { away: true, overdue: false, again: true }],
  ['a server that is shut down', refusal('57P01'), { away: true, overdue: false, again: true }],
  ['too many waiting requests', new Busy('full'), { away: false, overdue: false, again: true }],
  ['a caller who hung up', new CallerGone(), { away: false, overdue: false, again: false }],
  ['a mistake of ours', refusal('42601'), { away: false, overdue: false, again: false }],
]

test.each(kinds)('%s is recognised', (_, error, { away, overdue, again }) => {
  expect([isDatabaseAway(error), isOverdue(error), mayComeAgain(error)]).toEqual([away, overdue, again])
  expect(isSilence(error)).toBe(away && overdue)
})

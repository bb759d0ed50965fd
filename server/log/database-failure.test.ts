import pg from 'pg'
import { expect, test } from 'vitest'
import { isDefiniteFailure } from './database-failure.ts'

const refusal = (code: string) => Object.assign(new pg.DatabaseError('no', 2, 'error'), { code })

test.each(['23505', '22012', '40001', '54000'])('%s is a definite no', (code) => {
  expect(isDefiniteFailure(refusal(code))).toBe(true)
})

test.each([
  ['a server that is shut down', refusal('57P01')],
  ['a connection that is lost', refusal('08006')],
  ['a socket that cannot be written to', Object.assign(new Error('write EPIPE'), { code: 'EPIPE' })],
  ['an answer that did not come', new Error('Query read timeout')],
])('%s leaves it unknown', (_, error) => {
  expect(isDefiniteFailure(error)).toBe(false)
})

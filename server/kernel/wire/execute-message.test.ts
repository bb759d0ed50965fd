import { PassThrough } from 'node:stream'
import pg from 'pg'
import { expect, test } from 'vitest'
import { executeMessage } from './execute-message.ts'

/** The bytes that the driver itself would send. */
function byTheDriver(statement: string, values: (string | null)[]): Buffer {
  const stream = new PassThrough({ highWaterMark: 1_000_000 })
  const connection = new pg.Connection({ stream } as unknown as pg.ConnectionConfig)
  connection.bind({ portal: '', statement, values }, true)
  connection.execute({ portal: '' }, true)
  connection.sync()
  return stream.read() as Buffer
}

test.each([
  ['no values', []],
  ['texts', ['one', 'two words', '12', 'true']],
  ['nothing at all', [null, '', null]],
  ['more than ASCII', ['ä', '日本語', '😀', 'e\u0301']],
  ['a long text', ['x'.repeat(100_000), 'ß'.repeat(70_000)]],
])('runs a statement with %s as the driver would', (_, values) => {
  expect(executeMessage('send-one', values)).toEqual(byTheDriver('send-one', values))
})

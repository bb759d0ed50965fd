import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { freePort } from '../../../test/parley-process.ts'
import { timeToFirstAnswer } from './first-answer.ts'

test('returns the age of the process at the first answer', async () => {
  const paths: (string | undefined)[] = []
  const server = createServer((request, response) => {
    paths.push(request.url)
    response.end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  expect(await timeToFirstAnswer('0.0.0.0', port)).toBeGreaterThan(0)
  expect(paths).toEqual(['/health'])
  await new Promise((resolve) => server.close(resolve))
})

test('a server that cannot reach itself goes on', async () => {
  expect(await timeToFirstAnswer('127.0.0.1', await freePort())).toBeGreaterThan(0)
})

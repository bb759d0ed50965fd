import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { expect, test } from 'vitest'
import { createKernel } from '../../../test/http/kernel-fixture.ts'

test('a connection that has sent nothing does not keep the server from closing', async () => {
  const { app } = createKernel()
  const { port } = new URL(await app.listen({ port: 0, host: '127.0.0.1' }))
  const accepted = once(app.server, 'connection')
  const silent = connect(Number(port), '127.0.0.1')
  const ended = once(silent, 'close')
  const [socket] = (await accepted) as [Socket]
  await app.close()
  expect(socket.destroyed).toBe(true)
  await ended
})
